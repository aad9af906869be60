import { formatPercent } from './game-page.js';
import { html } from './markup.js';
import { symbolMarkup } from './reels.js';

function payCard(key, pays, name) {
  const lengths = [5, 4, 3].map((count) => {
    const pay = pays[count - 3].toLocaleString('fr-FR');
    return html`<div>
      <dt>${count}</dt>
      <dd>×${pay}</dd>
    </div>`;
  });
  return html`<li>
    ${symbolMarkup(key, name)}
    <dl>${lengths}</dl>
  </li>`;
}

function lineCard(rows, index) {
  const points = rows.map((row, reel) => `${reel * 10 + 5},${row * 10 + 5}`).join(' ');
  return html`<li>
    <svg viewBox="0 0 50 30" role="img" aria-label="Ligne ${index + 1}">
      <rect width="50" height="30" rx="3" />
      <polyline points="${points}" /></svg
    >${index + 1}
  </li>`;
}

const stripItem = (strip) => html`<li>${strip.map((key) => symbolMarkup(key))}</li>`;

export function drawSlotRules(rules) {
  const [three, four, five] = rules.scatterPays;
  return html` <p class="rtp">
      Taux de retour théorique au joueur : <strong>${formatPercent(rules.returnToPlayer)}</strong>
    </p>
    <p>
      ${rules.payLines.length} lignes, toujours toutes jouées. La mise est répartie également sur les lignes ;
      un gain de ligne vaut le coefficient multiplié par le vingtième de la mise. Les suites se lisent de
      gauche à droite, à partir du premier rouleau. Seul le plus long gain de chaque ligne est payé.
    </p>
    <ul class="pays">
      ${Object.entries(rules.linePays).map(([key, pays], index) =>
        payCard(key, pays, `Symbole ${index + 1}`),
      )}
    </ul>
    <h3>Joker et bonus</h3>
    <ul class="pays wide">
      <li>
        ${symbolMarkup('W', 'Joker')}
        <p>Remplace tout symbole sauf le bonus. Présent sur les rouleaux 2, 3 et 4.</p>
      </li>
      <li>
        ${symbolMarkup('S', 'Bonus')}
        <p>
          N'importe où : 3 paient ${three} mises, 4 en paient ${four}, 5 en paient ${five} ; et
          ${rules.freeSpinCount} parties gratuites, gains ×${rules.freeSpinMultiplier}, une fois sur
          ${Math.round(1 / rules.freeSpinChance)} en moyenne. Une partie gratuite n'en donne pas d'autres.
        </p>
      </li>
    </ul>
    <h3>Lignes</h3>
    <ol class="lines">
      ${rules.payLines.map(lineCard)}
    </ol>
    <h3>Rouleaux</h3>
    <p>
      Chaque rouleau s'arrête au hasard sur l'une de ses ${rules.strips[0].length} positions, toutes également
      probables (générateur cryptographique, côté serveur).
    </p>
    <ol class="strips">
      ${rules.strips.map(stripItem)}
    </ol>
    <h3>Clavier</h3>
    <p>Espace ou Entrée : jouer. Flèches : changer la mise.</p>`;
}
