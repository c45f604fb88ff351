// As many matches of tic-tac-toe as bench/load.py has tables, two sockets each, moves at the same rate: the time from a move
// until the other player has it. (Who moves sees it at once: boardgame.io's client does not wait for the server.)
//   node load.js MATCHES RATE SECONDS [FOLDER]        with its store of flat files in a folder; else in memory
const { fork } = require("child_process");
const net = require("net");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe } = require("./game.js");

const [matches, rate, seconds] = process.argv.slice(2, 5).map(Number);
const folder = process.argv[5];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const now = () => Number(process.hrtime.bigint()) / 1e6;
const log = console.log;
for (const name of ["log", "info", "warn", "error"]) console[name] = () => {};

const freePort = () => new Promise((done) => {
  const probe = net.createServer().listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => done(port)); });
});
const ask = (child) => new Promise((done) => { child.once("message", done); child.send("?"); });

async function open(base, matchID) {  // the first client that asks for a match makes it
  const match = { clients: [], moved: 0, times: [], waiting: null };
  for (const playerID of ["0", "1"]) {
    const client = Client({
      game: TicTacToe, numPlayers: 2, matchID, playerID, debug: false,
      multiplayer: SocketIO({ server: base, socketOpts: { transports: ["websocket"], forceNew: true } }),
    });
    client.subscribe((state) => {
      if (!state || !match.waiting || match.waiting.to !== playerID) return;
      if (state.G.cells.filter((cell) => cell !== null).length >= match.waiting.cells) {
        match.times.push(now() - match.waiting.at);
        match.waiting = null;
      }
    });
    client.start();
    match.clients.push(client);
  }
  return match;
}

async function main() {
  const port = await freePort();
  const child = fork("./server.js", [String(port), ...(folder ? [folder] : [])], { silent: true });
  await new Promise((done) => child.once("message", done));
  const base = `http://localhost:${port}`;
  const empty = await ask(child);
  const all = [];
  for (let i = 0; i < matches; i++) { all.push(await open(base, `match-${i}`)); if (i % 10 === 9) await sleep(50); }
  while (!all.every((match) => match.clients.every((client) => client.getState() && client.getState().isConnected !== false))) await sleep(200);
  await sleep(1000);
  const opened = await ask(child);
  const began = now();
  let due = began, made = 0, late = 0;
  while (now() - began < seconds * 1000) {
    due += -Math.log(1 - Math.random()) * 1000 / rate;
    if (due > now()) await sleep(due - now());
    let match = null;
    for (let i = 0; i < 20 && !match; i++) {
      const found = all[Math.floor(Math.random() * all.length)];
      if (!found.waiting && found.moved < 9) match = found;
    }
    if (!match) { late++; continue; }
    const mover = match.moved % 2;
    match.moved++;
    match.waiting = { to: String(1 - mover), cells: match.moved, at: now() };
    match.clients[mover].moves.clickCell(match.moved - 1);
    made++;
  }
  await sleep(2000);
  const after = await ask(child);
  const times = all.flatMap((match) => match.times).sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const spent = (after.cpu.user + after.cpu.system - opened.cpu.user - opened.cpu.system) / 1e6;
  log(JSON.stringify({
    matches, sockets: 2 * matches, moves_per_second: made / seconds, unseen: made - times.length, no_match_free: late,
    p50_ms: at(0.5), p99_ms: at(0.99), mean_ms: times.reduce((sum, time) => sum + time, 0) / times.length,
    server_processor: spent / (seconds + 2), server_ms_per_choice: (1000 * spent) / made, kB_per_match_with_two_sockets: (opened.memory - empty.memory) / matches / 1000,
  }));
  child.kill();
  process.exit(0);
}
main();
