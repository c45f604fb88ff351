// A bot in another language: `parrain play district-noir --bots "process:node examples/line-bot.js"`.
// One line of JSON comes in for each choice: the View, the texts of the choices, a seed. One of the texts goes out.
// This one plays District Noir: it takes when four gang cards lie within reach, else lays its lowest card.

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { view, actions } = JSON.parse(line);
  const reach = (view.line || []).slice(-5);
  const gangs = reach.filter((card) => ["5", "6", "7", "8"].includes(card)).length;
  const worth = (action) => Number(action.replace("lay ", "")) || 0;
  const lays = actions.filter((action) => action.startsWith("lay ")).sort((a, b) => worth(a) - worth(b));
  const choice = actions.includes("take") && gangs >= 4 ? "take" : lays[0] || actions[0];
  process.stdout.write(choice + "\n");
});
