import { type BehaviorSubject, changesOf } from '@palier/shared/rxjs';
import { useId, useState, useSyncExternalStore, type FormEvent } from 'react';
import { Button, Chip, ErrorBox, Field } from '@palier/shared/ui';
import manifest from '../../package.json';
import type { Registry } from '../remotes/registry';
import { useRemoteLoader } from '../remotes/remotes-context';
import { busLog$ } from './bus-log';
import { messages, type Source } from './developer.messages';
import { loadLog$, phasesOf } from './load-log';
import { appliedOverrides$, resetOverride, storeOverride, type AppliedOverrides } from './override';
import styles from './developer.module.css';

const useLatest = <Value,>(values$: BehaviorSubject<Value>): Value =>
  useSyncExternalStore(changesOf(values$), () => values$.value);

const isDevelopment = (): boolean => process.env.NODE_ENV === 'development';
const HOUR_MS = 3_600_000;
const DURATIONS_HOURS = [1, 4, 8];

/**
 * Versions, loads, events and overrides of this page, behind a small button. Renders nothing in production
 * without an override.
 */
export function DeveloperPanel() {
  const applied = useLatest(appliedOverrides$);
  const [isOpenByHand, setOpenByHand] = useState<boolean | null>(null);
  if (applied === null) return null;
  const { registry, replaced, refused, isAsked } = applied;
  const replacedCount = Object.keys(replaced).length;
  if (!isDevelopment() && replacedCount === 0 && refused.length === 0) return null;
  // A link with an override opens the panel, so that the user sees which remote the link replaced.
  const isOpen = isOpenByHand ?? isAsked;
  return (
    <aside className={styles.corner} aria-label={messages.label}>
      <button
        type="button"
        className={styles.toggle}
        data-replaces={replacedCount > 0 || refused.length > 0}
        aria-expanded={isOpen}
        onClick={() => setOpenByHand(!isOpen)}
      >
        {titleOf(replacedCount, refused.length)}
      </button>
      {isOpen && (
        <div className={styles.panel}>
          {refused.map((origin) => (
            <ErrorBox key={origin} message={messages.refused(origin)} />
          ))}
          <Modules {...applied} />
          <OverrideForm registry={registry} />
          <Events />
        </div>
      )}
    </aside>
  );
}

function titleOf(replacedCount: number, refusedCount: number): string {
  if (replacedCount > 0) return messages.replacedCount(replacedCount);
  return refusedCount > 0 ? messages.someRefused : messages.open;
}

/** Which file of the shell this page runs: its name contains a hash of its content. */
const shellFile = (): string => {
  const [script] = document.querySelectorAll<HTMLScriptElement>('script[src*="/main."]');
  return script?.src.split('/').at(-1) ?? '';
};

function sourceOf(
  remote: Registry['remotes'][string] | undefined,
  version: string,
  isReplaced: boolean,
): Source {
  if (isReplaced) return 'override';
  if (isDevelopment()) return 'development';
  if (version === remote?.canary?.version) return 'canary';
  return version === remote?.active ? 'active' : 'previous';
}

const Outcome = ({ isBad, text }: { readonly isBad: boolean; readonly text: string }) => (
  <Chip {...(isBad ? { tone: 'negative' } : {})}>{text}</Chip>
);

function Modules({ registry, replaced }: AppliedOverrides) {
  const loader = useRemoteLoader();
  const loads = useLatest(loadLog$);
  return (
    <section>
      <h2 className={styles.heading}>{messages.modules}</h2>
      <ul className={styles.list}>
        <li className={styles.row}>
          <strong>shell</strong> {manifest.version} {shellFile()}
          <Chip>{messages.source(isDevelopment() ? 'development' : 'active')}</Chip>
        </li>
        {Object.keys(registry.described).map((name) => {
          const remote = registry.remotes[name];
          const state = loader.stateOf(name);
          const override = replaced[name];
          const version = state.status === 'ready' ? state.version : (remote?.active ?? '');
          const load = loads[name];
          const entry = remote?.versions[version]?.entry;
          const phases = load === undefined || entry === undefined ? null : phasesOf(load, entry);
          return (
            <li key={name} className={styles.row}>
              <strong>{name}</strong> {version}
              <Chip>{messages.source(sourceOf(remote, version, override !== undefined))}</Chip>
              <Outcome isBad={state.status === 'failed'} text={messages.status(state.status)} />
              {phases !== null && <span className={styles.detail}>{messages.phases(phases)}</span>}
              {override !== undefined && (
                <>
                  <span className={styles.detail}>{messages.replaced(override.address, override.until)}</span>
                  <Button
                    isSmall
                    tone="quiet"
                    aria-label={messages.resetOf(name)}
                    onClick={() => resetOverride(name)}
                  >
                    {messages.reset}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OverrideForm({ registry }: { readonly registry: Registry }) {
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const valueOf = (name: string) => (elements.namedItem(name) as HTMLInputElement).value;
    const text = `${valueOf('module')}@${valueOf('address')}`;
    const origin = storeOverride(text, registry, Number(valueOf('hours')) * HOUR_MS);
    setRefused(origin);
    if (origin === null) window.location.reload();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <h2 className={styles.heading}>{messages.replace}</h2>
      <div data-row="close">
        <label htmlFor={`${id}-module`}>{messages.module}</label>
        <select id={`${id}-module`} name="module">
          {Object.keys(registry.described).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label htmlFor={`${id}-hours`}>{messages.duration}</label>
        <select id={`${id}-hours`} name="hours" defaultValue={8}>
          {DURATIONS_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {messages.hours(hours)}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={messages.address}
        name="address"
        type="url"
        required
        placeholder="http://localhost:3101/"
        hint={messages.addressHint(registry.overrideOrigins)}
      />
      <ErrorBox message={refused === null ? null : messages.refused(refused)} />
      <Button type="submit" isSmall>
        {messages.submit}
      </Button>
    </form>
  );
}

function Events() {
  const events = useLatest(busLog$);
  return (
    <section>
      <h2 className={styles.heading}>{messages.events}</h2>
      {events.length === 0 && <p className={styles.detail}>{messages.noEvent}</p>}
      <ul className={styles.list}>
        {events.map(({ id, at, type, payload, outcome }) => (
          <li key={id} className={styles.row}>
            <time>{messages.at(at)}</time> <strong>{type}</strong>
            <Outcome isBad={outcome !== 'heard'} text={messages.outcome(outcome)} />
            <code className={styles.detail}>{payload}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
