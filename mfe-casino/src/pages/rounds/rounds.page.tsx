import type { RoundList, RoundSummary } from '@palier/shared/contracts/rounds';
import { usePlatformDay } from '@palier/shared/dates';
import { ReadFailure, useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { Link } from '@palier/shared/router';
import { ButtonLink, Chip, Page } from '@palier/shared/ui';
import { KNOWN_PROVIDERS } from '../../lib/known-providers';
import { SignedAmount } from '../../lib/signed-amount/signed-amount';
import { messages } from './rounds.messages';
import styles from './rounds.module.css';
import { useOwnRounds } from './use-own-rounds';

/** A player's own rounds: the game and the result first; the provider's ids are on the page of each round. */
export function RoundsPage() {
  const { list, before, isPending, isError, refetch } = useOwnRounds();
  useRefetchOnRevisit(refetch);
  return (
    <Page title={messages.title} back={{ to: '/history', label: messages.back }}>
      {isError && <ReadFailure message={messages.failed} onRetry={refetch} />}
      {isPending && <RoundsSkeleton />}
      {list !== undefined && <Rounds list={list} before={before} />}
    </Page>
  );
}

interface RoundsProps {
  readonly list: RoundList;
  readonly before: string | undefined;
}

function Rounds({ list: { rounds, before: next }, before }: RoundsProps) {
  const today = usePlatformDay();
  if (rounds.length === 0 && next === null && before === undefined) return <NoRounds />;
  return (
    <>
      {byDay(rounds).map(({ day, rounds: ofDay }) => (
        <section key={day} aria-label={messages.dayOf(day, today)}>
          <h2 className={styles.day}>{messages.dayOf(day, today)}</h2>
          <ul className={styles.rounds}>
            {ofDay.map((round) => (
              <li key={round.number}>
                <RoundLink round={round} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.note}>{messages.resultNote}</p>
      {(before !== undefined || next !== null) && (
        <nav data-row data-screen-only aria-label={messages.title}>
          {before !== undefined && <ButtonLink to="/history/rounds">{messages.newest}</ButtonLink>}
          {next !== null && <ButtonLink to={`?avant=${next}`}>{messages.older}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

const NoRounds = () => (
  <div className={styles.empty}>
    <p>{messages.empty}</p>
    <ButtonLink to="/home" tone="primary">
      {messages.nextStep}
    </ButtonLink>
  </div>
);

/** The rounds in their order, by the day on which they were opened. */
function byDay(rounds: readonly RoundSummary[]) {
  const days: { day: string; rounds: RoundSummary[] }[] = [];
  for (const round of rounds) {
    const day = round.date.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.rounds.push(round);
    else days.push({ day, rounds: [round] });
  }
  return days;
}

const providerName = (wanted: string): string =>
  KNOWN_PROVIDERS.find(({ code }) => code === wanted)?.name ?? wanted;

const RoundLink = ({ round }: { readonly round: RoundSummary }) => (
  <Link className={styles.round} to={`/round/${round.number}`} state={{ history: '/history/rounds' }}>
    <strong className={styles.game}>{round.gameTitle ?? round.gameCode}</strong>
    <span className={styles.result}>
      <SignedAmount value={round.result} />
    </span>
    <span className={styles.facts}>
      {`${round.date.slice(11, 16)} · ${messages.stake(round.stake)} · ${providerName(round.providerCode)}`}
    </span>
    <span className={styles.marks}>
      {round.jackpotPrizes > 0 && <Chip tone="positive">{messages.jackpot}</Chip>}
      {round.state === 'OPEN' && <Chip>{messages.open}</Chip>}
      {round.state === 'ROLLED_BACK' && <Chip tone="negative">{messages.rolledBack}</Chip>}
    </span>
  </Link>
);

const SKELETON_ROWS = 8;

const RoundsSkeleton = () => (
  <div role="status" aria-label={messages.loading} data-waiting>
    <div className={styles.rounds} aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={styles.waiting} />
      ))}
    </div>
  </div>
);
