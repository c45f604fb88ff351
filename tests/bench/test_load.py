"""What a million tables need is computed from what was measured, and sections of the page replace themselves."""

import million
from load import with_section

ROW = {
    "lines_per_choice": 2.0,
    "boards_per_second": 80.0,
    "choices_per_second": 40.0,
    "kB_per_board": 10.0,
    "server_ms_per_choice": 6.0,
    "postgres_ms_per_line": 0.5,
    "stored_kB_per_line": 0.2,
    "kB_per_table_with_two_sockets": 200.0,
}


def test_a_million_tables_from_the_cost_of_one():
    need = million.needs("district-noir", ROW)
    assert need.choices == 50_000 and need.lines == 100_000
    assert round(need.processes) == 500 and need.memory == 2e11 and need.database_cores == 50
    assert need.network == 50_000 * 2 * 10_000 and need.stored == 100_000 * 200 * 86_400
    limits = million.limits(need)
    assert limits[0].key == "connections" and round(limits[0].tables) == 200_000
    assert {each.key: round(each.tables) for each in limits}["processor"] == 640_000
    dearer = million.needs("x", {**ROW, "postgres_ms_per_line": 50.0})
    assert million.limits(dearer)[0].key == "processor"
    text = million.page({"district-noir 0": {}, "district-noir 1": ROW}, "compiled")
    assert "connections of PostgreSQL" in text.partition("So **")[2] and "200,000 tables" in text


def test_a_section_takes_the_place_of_the_one_with_its_heading():
    page = "# A\n\ntext\n\n## B\n\nold\n\n## C\n\nkept\n"
    assert with_section(page, "## B\n\nnew\n") == "# A\n\ntext\n\n## B\n\nnew\n\n## C\n\nkept\n"
    assert with_section(page, "## D\n\nnew\n") == page + "\n## D\n\nnew\n"
    assert with_section(with_section(page, "## C\n\n1\n"), "## C\n\n2\n").endswith("## C\n\n2\n")
