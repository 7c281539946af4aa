const main = document.getElementById("explorer");
const answer = await fetch("/api/info");
const info = await answer.json();
main.textContent = `${info.games} games`;
