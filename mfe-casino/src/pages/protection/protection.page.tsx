import { ConfirmButton } from '@palier/shared/confirm-button';
import type { PlayerLimit, Protection } from '@palier/shared/contracts/limits';
import { Note, Waiting } from '@palier/shared/page-parts';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { Button, ErrorBox, Page } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { LimitForm } from './limit-form';
import { messages } from './protection.messages';
import styles from './protection.module.css';
import { useProtection, type ProtectionCalls } from './use-protection';

/** A player's own limits, pause and exclusion (decision 0112). */
export function ProtectionPage() {
  const calls = useProtection();
  const { protection, isError, refetch, error } = calls;
  return (
    <Page title={messages.title} back={{ to: '/home', label: messages.back }}>
      <Note>{messages.about}</Note>
      {isError && <ReadFailure message={messages.notRead} onRetry={refetch} />}
      {!isError && protection === undefined && <Waiting text={messages.loading} />}
      {error !== null && <ErrorBox message={error} />}
      {protection !== undefined && <Parts protection={protection} calls={calls} />}
    </Page>
  );
}

interface PartsProps {
  readonly protection: Protection;
  readonly calls: ProtectionCalls;
}

function Parts({ protection: { limits, pausedUntil, excludedUntil }, calls }: PartsProps) {
  if (excludedUntil !== null) return <Excluded until={excludedUntil} onLeave={calls.refetch} />;
  return (
    <div className={styles.parts}>
      <section aria-labelledby="own-limits">
        <h2 id="own-limits">{messages.limits}</h2>
        <Note>{messages.limitsAbout}</Note>
        {limits.length === 0 && <p>{messages.noLimits}</p>}
        {limits.length > 0 && (
          <ul className={styles.limits}>
            {limits.map((limit) => (
              <Limit key={`${limit.kind} ${limit.period}`} limit={limit} calls={calls} />
            ))}
          </ul>
        )}
        <LimitForm setLimit={calls.setLimit} isSending={calls.isSending} />
      </section>
      <section aria-labelledby="own-pause">
        <h2 id="own-pause">{messages.pause}</h2>
        <Note>{messages.pauseAbout}</Note>
        {pausedUntil !== null && (
          <p className={styles.state} role="status">
            {messages.pausedUntil(pausedUntil)}
          </p>
        )}
        <div className={styles.choices}>
          {messages.pauses.map(({ hours, text }) => (
            <ConfirmButton
              key={hours}
              label={text}
              question={messages.pauseQuestion(text)}
              onConfirm={async () => (await calls.pause(hours), false)}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="own-exclusion">
        <h2 id="own-exclusion">{messages.exclusion}</h2>
        <Note>{messages.exclusionAbout}</Note>
        <div className={styles.choices}>
          {messages.exclusions.map(({ months, text }) => (
            <ConfirmButton
              key={months}
              label={text}
              question={messages.exclusionQuestion(text)}
              isCautious
              onConfirm={() => calls.exclude(months)}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

const LEAVE_AFTER_MS = 5_000;

interface ExcludedProps {
  readonly until: string;
  readonly onLeave: () => unknown;
}

/** The session has ended: once the sentence can have been read, the next call leads to /login. */
function Excluded({ until, onLeave }: ExcludedProps) {
  const leave = useRef(onLeave);
  useEffect(() => {
    const timer = setTimeout(() => leave.current(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.state} role="status">
      {messages.excludedUntil(until)}
    </p>
  );
}

interface LimitProps {
  readonly limit: PlayerLimit;
  readonly calls: ProtectionCalls;
}

function Limit({ limit: { kind, period, amount, used, asked }, calls }: LimitProps) {
  const name = `${messages.kinds[kind]} ${messages.periods[period]}`;
  return (
    <li className={styles.limit}>
      <strong>{name}</strong>
      <span className={styles.used}>{messages.used(used, amount)}</span>
      <meter
        min={0}
        max={Math.max(amount, 0.001)}
        value={Math.min(Math.max(used, 0), amount)}
        aria-label={name}
      />
      {asked === null && (
        <Button
          tone="quiet"
          isSmall
          aria-label={`${messages.remove} ${name}`}
          onClick={() => void calls.setLimit({ kind, period, amount: null })}
        >
          {messages.remove}
        </Button>
      )}
      {asked !== null && <span className={styles.asked}>{messages.askedFor(asked.amount, asked.from)}</span>}
      {asked?.isConfirmable === true && (
        <Button isSmall onClick={() => void calls.confirmLimit({ kind, period })}>
          {messages.confirm}
        </Button>
      )}
    </li>
  );
}
