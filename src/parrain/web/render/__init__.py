"""What people see: tables, boards, pages and texts in their language."""
