import type { ReportedFailure, ReportSummary } from '@palier/server/remotes';
import type { RemoteReports } from '../canary-state';
import { LEAST_SESSIONS } from '../canary-verdict';
import type { Canary, ReleasedRemote } from '@palier/shared/contracts/releases';
import type { VersionOrigin } from '../versions';
import { html, textOf, type Html } from './html';
import type { AuditEntry } from './token.repository';

const REASONS_SHOWN = 4;
const VERSIONS_SHOWN = 5;

export interface RemoteView {
  readonly name: string;
  /** Undefined: users have no version of it. */
  readonly released: ReleasedRemote | undefined;
  readonly published: readonly string[];
  /** Of the active version. */
  readonly origin: VersionOrigin | null;
  readonly reports: RemoteReports | null;
  readonly failures: readonly ReportedFailure[];
  readonly mayRollBack: boolean;
  readonly mayEndCanary: boolean;
}

interface ReleasesView {
  readonly token: string;
  /** Null: the token may not read. */
  readonly remotes: readonly RemoteView[] | null;
  readonly audit: readonly AuditEntry[];
  readonly notice: string | null;
}

const page = (title: string, content: Html): string =>
  textOf(
    html`<!doctype html>
      <html lang="fr">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} – Palier</title>
          <link rel="stylesheet" href="/releases/style.css" />
        </head>
        <body>
          ${content}
        </body>
      </html>`,
  );

const alert = (notice: string | null): Html =>
  notice === null ? html`` : html`<p class="notice" role="alert">${notice}</p>`;

export const renderSignIn = (notice: string | null): string =>
  page(
    'Connexion',
    html`<main class="sign-in">
      <h1>Versions des modules</h1>
      ${alert(notice)}
      <form method="post" action="/releases/sign-in">
        <label for="token">Jeton</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="current-password"
          required
          maxlength="200"
        />
        <p class="hint">Le jeton de votre équipe, qui commence par palier_.</p>
        <button>Se connecter</button>
      </form>
      <a href="/releases">Déjà connecté sur cet appareil</a>
    </main>`,
  );

const DATE_FORMAT = new Intl.DateTimeFormat('fr-FR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: process.env.TIME_ZONE || 'Africa/Tunis',
});
const time = (iso: string): Html => html`<time datetime="${iso}">${DATE_FORMAT.format(new Date(iso))}</time>`;

const audienceOf = (canary: Canary): string =>
  'percent' in canary ? `${canary.percent} % des utilisateurs` : 'un agent et son réseau';

const share = (count: number, sessions: number): string =>
  sessions === 0
    ? '–'
    : `${count} (${((100 * count) / sessions).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} %)`;
const seconds = (ms: number | null): string =>
  ms === null
    ? '–'
    : `${(ms / 1_000).toLocaleString('fr-FR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} s`;
const FIGURES: readonly (readonly [title: string, textOf: (summary: ReportSummary) => string])[] = [
  ['Sessions', ({ sessions }) => sessions.toLocaleString('fr-FR')],
  ['En échec', ({ failed, sessions }) => share(failed, sessions)],
  ['dont plantages', ({ crashed, sessions }) => share(crashed, sessions)],
  ['LCP (p75)', ({ lcpMs }) => seconds(lcpMs)],
  ['INP (p75)', ({ inpMs }) => (inpMs === null ? '–' : `${inpMs} ms`)],
];

function verdictOf({ canary }: RemoteReports): Html {
  if (canary === null) return html``;
  const text = {
    'too few': `Trop peu de rapports : ${canary.sessions} sur ${LEAST_SESSIONS}`,
    undecided: 'Pas moins bon jusqu’ici',
    worse: 'Moins bon : retrait en cours',
  }[canary.verdict];
  const tone = { 'too few': '', undecided: 'good', worse: 'bad' }[canary.verdict];
  return html`<span class="chip ${tone}">${text}</span>`;
}

const sinceText = ({ canary }: RemoteReports): Html =>
  canary === null
    ? html`Depuis 24 heures, un utilisateur sur dix`
    : html`Depuis le début du canari, ${time(canary.since)}`;

const canaryHeading = ({ canary }: RemoteReports): Html =>
  canary === null ? html`` : html`<th scope="col">${canary.is.version}<small>canari</small></th>`;

const figures = (active: string, reports: RemoteReports): Html =>
  html`<table>
    <caption>
      ${sinceText(reports)}
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col">${active}<small>active</small></th>
        ${canaryHeading(reports)}
      </tr>
    </thead>
    <tbody>
      ${FIGURES.map(
        ([label, show]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${show(reports.active)}</td>
            ${reports.canary === null ? html`` : html`<td>${show(reports.canary)}</td>`}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** A button that opens its confirmation, without a script. */
const change = (label: string, question: string, action: string, version: string): Html =>
  html`<details class="change">
    <summary>${label}</summary>
    <form method="post" action="${action}">
      <input type="hidden" name="version" value="${version}" />
      <p>${question}</p>
      <button>Confirmer</button>
    </form>
  </details>`;

const originOf = ({ commit, packageCount, isUnchecked }: VersionOrigin): string =>
  [
    commit === null ? '' : `commit ${commit}`,
    packageCount === null ? '' : `${packageCount} paquets (SBOM)`,
    isUnchecked ? 'sans contrôles' : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');

function publishedText(published: readonly string[]): string {
  const shown = published.slice(0, VERSIONS_SHOWN).join(', ');
  return (shown || '–') + (published.length > VERSIONS_SHOWN ? ' …' : '');
}

/** The versions that users have, and those published. */
function versionList({ released, published, origin, reports }: RemoteView): Html {
  const { active, previous = null, canary = null } = released ?? {};
  return html`<dl>
    <dt>Active</dt>
    <dd>${active ?? 'aucune'} ${origin === null ? html`` : html`<small>${originOf(origin)}</small>`}</dd>
    <dt>Précédente</dt>
    <dd>${previous ?? '–'}</dd>
    <dt>Canari</dt>
    <dd>
      ${canary === null ? '–' : html`${canary.version}, ${audienceOf(canary)}`}
      ${reports === null ? html`` : verdictOf(reports)}
    </dd>
    <dt>Publiées</dt>
    <dd>${publishedText(published)}</dd>
  </dl>`;
}

const failureItem = ({ version, stage, reason, count, lastAt }: ReportedFailure): Html =>
  html`<li><strong>${count} × ${stage}</strong> ${version}, ${time(lastAt)}<br /><code>${reason}</code></li>`;

const failureList = ({ failures }: RemoteView): Html =>
  failures.length === 0
    ? html`<p class="hint">Aucune erreur signalée depuis un mois.</p>`
    : html`<ul class="reasons">
        ${failures.slice(0, REASONS_SHOWN).map(failureItem)}
      </ul>`;

function endCanaryForm({ name, released, mayEndCanary }: RemoteView): Html {
  const canary = released?.canary ?? null;
  if (canary === null || !mayEndCanary) return html``;
  const question = `${name} ${canary.version} ne sera plus proposé.`;
  return change('Arrêter le canari', question, `/releases/${name}/end-canary`, canary.version);
}

function rollBackForm({ name, released, mayRollBack }: RemoteView): Html {
  if (released === undefined || released.previous === null || !mayRollBack) return html``;
  const { active, previous } = released;
  const question = `${name} ${active} sera remplacé par ${previous} pour tous les utilisateurs.`;
  return change(`Revenir à ${previous}`, question, `/releases/${name}/rollback`, active);
}

const remoteCard = (remote: RemoteView): Html => {
  const { name, released, reports } = remote;
  return html`<section class="card" aria-labelledby="${name}">
    <h2 id="${name}">${name}</h2>
    ${versionList(remote)}
    ${released === undefined || reports === null ? html`` : figures(released.active, reports)}
    ${failureList(remote)} ${endCanaryForm(remote)} ${rollBackForm(remote)}
  </section>`;
};

const OUTCOMES = { started: 'commencé', done: 'fait', refused: 'refusé', failed: 'échoué' };
const OUTCOME_TONES = { started: '', done: 'good', refused: 'bad', failed: 'bad' };
const auditItem = ({ at, token, address, action, remote, version, outcome, detail }: AuditEntry): Html =>
  html`<li>
    <span class="chip ${OUTCOME_TONES[outcome]}">${OUTCOMES[outcome]}</span>
    <strong>${action} ${remote} ${version}</strong>
    <span class="who">${time(at)} · ${token}${address === '' ? '' : ` · ${address}`}</span>
    ${detail === '' ? html`` : html`<span class="detail">${detail}</span>`}
  </li>`;

export const renderReleases = ({ token, remotes, audit, notice }: ReleasesView): string =>
  page(
    'Versions',
    html`<header>
        <h1>Versions des modules</h1>
        <p class="who">${token}</p>
        <a href="/releases">Actualiser</a>
        <form method="post" action="/releases/sign-out"><button class="quiet">Se déconnecter</button></form>
      </header>
      <main>
        ${alert(notice)}
        ${
          remotes === null
            ? html`<p>Ce jeton ne permet pas de lire l’état des versions.</p>`
            : html`<div class="cards">${remotes.map(remoteCard)}</div>
                <section class="card" aria-labelledby="audit">
                  <h2 id="audit">Dernières actions</h2>
                  ${
                    audit.length === 0
                      ? html`<p class="hint">Aucune action.</p>`
                      : html`<ol class="audit">
                          ${audit.map(auditItem)}
                        </ol>`
                  }
                </section>`
        }
      </main>`,
  );
