// boardgame.io's own server, as its documentation starts it: matches in memory, or in files of the folder given.
const { FlatFile, Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game.js");

const [port, folder] = process.argv.slice(2);
const store = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST], ...store });
server.run({ port: Number(port) }, () => process.send("ready"));
process.on("message", () => process.send({ memory: process.memoryUsage().rss, cpu: process.cpuUsage() }));
