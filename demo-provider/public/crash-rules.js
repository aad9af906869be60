import { formatAmount, formatPercent } from './game-page.js';
import { html } from './markup.js';
import { isFair } from './verify.js';

export const formatMultiplier = (hundredths) => `×${formatAmount(hundredths / 100)}`;

const targets = [110, 150, 200, 300, 500, 1000, 10_000, 100_000];
const threeDigits = new Intl.NumberFormat('fr-FR', { maximumSignificantDigits: 3 });

const unverifiable = html`<span>non vérifiable dans ce navigateur</span>`;

const verdictOf = (isFlightFair) =>
  isFlightFair
    ? html`<span class="holds">vérifié par votre navigateur ✓</span>`
    : html`<span class="fails">ne correspond pas ✗</span>`;

async function drawProof({ spinId, flight }, rules) {
  const verdict = globalThis.crypto?.subtle ? verdictOf(await isFair(flight, spinId, rules)) : unverifiable;
  return html`<li>
    <strong>${formatMultiplier(flight.crashPoint)}</strong> · ${verdict}
    <dl>
      <dt>Empreinte montrée avant la mise</dt>
      <dd>${flight.commitment}</dd>
      <dt>Secret révélé après le vol</dt>
      <dd>${flight.secret}</dd>
      <dt>Votre numéro</dt>
      <dd>${spinId}</dd>
    </dl>
  </li>`;
}

export async function drawCrashRules(rules, commitment, recent) {
  const chance = (target) =>
    html`<tr>
      <td>${formatMultiplier(target)}</td>
      <td>${threeDigits.format((rules.returnToPlayer * 10_000) / target)} %</td>
    </tr>`;
  const proofs = await Promise.all(recent.map((round) => drawProof(round, rules)));
  return html` <p class="rtp">
      Taux de retour théorique au joueur : <strong>${formatPercent(rules.returnToPlayer)}</strong>, quel que
      soit le multiplicateur visé.
    </p>
    <p>
      Misez : le vol décolle à ×1,00 et monte. Encaissez avant qu'il ne s'écrase : la mise est multipliée par
      ce qui est affiché. S'il s'écrase avant, la mise est perdue.
    </p>
    <p>
      L'encaissement est possible dès ${formatMultiplier(rules.lowestCashOut)} ; demandé plus tôt, il attend
      ce seuil. À ${formatMultiplier(rules.highestMultiplier)}, tout vol est encaissé. L'heure du serveur fait
      foi.
    </p>
    <p>
      Le vol continue si vous quittez la page : seul l'encaissement automatique joue sans vous. Si notre
      serveur s'arrête pendant un vol et que celui-ci se termine sans lui, l'encaissement automatique atteint
      est payé ; sinon la mise est rendue. Elle l'est aussi quand l'opérateur met plus de 20 secondes à la
      confirmer.
    </p>
    <h3>Chances d'atteindre</h3>
    <table class="chances">
      <thead>
        <tr>
          <th scope="col">Multiplicateur</th>
          <th scope="col">Chance</th>
        </tr>
      </thead>
      <tbody>
        ${targets.map(chance)}
      </tbody>
    </table>
    <h3>Équité prouvée</h3>
    <p>
      Avant la mise, nous montrons l'empreinte (SHA-256) d'un secret. Votre navigateur tire ensuite un numéro.
      Le point de chute est fixé par les deux : HMAC-SHA-256 du numéro, le secret pour clé, dont les 52
      premiers bits donnent d ; le point est 97 × 2⁵² ÷ (d + 1), arrondi en dessous, en centièmes. Le secret
      est révélé après le vol : ni vous ni nous ne pouvons choisir.
    </p>
    <dl class="proofs">
      <dt>Empreinte du prochain vol</dt>
      <dd>${commitment}</dd>
    </dl>
    <ol class="proofs">
      ${proofs}
    </ol>
    <h3>Clavier</h3>
    <p>Espace ou Entrée : miser, puis encaisser. Flèches : changer la mise.</p>`;
}
