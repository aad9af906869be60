import * as kit from './check';

const RETRIES = 50;
const OTHER_ROUNDS = 3;
const lacksRollback = ({ hasRollback }: kit.CheckContext): boolean => !hasRollback;

/** Duplicate, late, early and altered callbacks count once, in their own round. */
export const ONCE_CHECKS: readonly kit.Check[] = [
  {
    name: `one transaction sent ${RETRIES} times at once`,
    change: -300,
    async run(context) {
      const bet = kit.betOf(context, 300);
      const sent = Array.from({ length: RETRIES }, () => context.operator.send(bet));
      return kit.unlessAll(await Promise.all(sent), kit.isAcceptedOrDuplicate);
    },
  },
  {
    name: `one win sent ${RETRIES} times, one after another`,
    change: 400,
    async run(context) {
      const bet = kit.betOf(context, 100);
      const wins = Array<typeof bet>(RETRIES).fill(kit.winOf(context, bet, 500));
      return kit.unlessAll(await kit.sendInTurn(context, bet, ...wins), kit.isAcceptedOrDuplicate);
    },
  },
  {
    name: 'the same id with another amount, round, type or player',
    change: -200,
    async run(context) {
      const { operator, otherUserCode, profile } = context;
      const bet = kit.betOf(context, 200);
      await operator.send(bet);
      const hasRound = profile.roundIds === 'text' || profile.roundIds === 'number';
      const isTypeNoPartOfTheId = profile.operatorSettings.PROVIDER_MOVEMENT_ID === 'txn_id';
      const altered = [
        { ...bet, bet: 900 },
        { ...bet, type: 'debit_credit' as const, win: 900 },
        ...(hasRound ? [{ ...bet, roundId: context.newRoundId() }] : []),
        ...(isTypeNoPartOfTheId ? [{ ...bet, type: 'credit' as const, bet: 0, win: 900 }] : []),
        ...(otherUserCode === undefined ? [] : [{ ...bet, userCode: otherUserCode }]),
      ];
      return kit.unlessAll(await Promise.all(altered.map((each) => operator.send(each))), kit.isRefused);
    },
  },
  {
    name: 'a win before its bet, then both in order',
    change: 500,
    async run(context) {
      const bet = kit.betOf(context, 100);
      const win = kit.winOf(context, bet, 600);
      const [early, taken] = await kit.sendInTurn(context, win, bet);
      // The early win may be refused or stored; in both cases the win must be paid once.
      const late = kit.isAccepted(early!) ? early! : await context.operator.send(win);
      return kit.unless(
        kit.isAccepted(taken!) && kit.isAcceptedOrDuplicate(late),
        `bet ${taken!.word}, win ${late.word}`,
      );
    },
  },
  {
    name: 'a win that comes late, after other rounds were played and paid',
    change: 700,
    async run(context) {
      const early = kit.betOf(context, 100);
      const others = Array.from({ length: OTHER_ROUNDS }, () => {
        const bet = kit.betOf(context, 200);
        return [bet, kit.winOf(context, bet, 300)];
      });
      const answers = await kit.sendInTurn(context, early, ...others.flat(), kit.winOf(context, early, 500));
      return kit.unlessAll(answers, kit.isAcceptedOrDuplicate);
    },
  },
  {
    name: 'a win in a round that has no bet',
    change: 0,
    async run(context) {
      const win = kit.callbackOf(context, { type: 'credit', win: 5000 });
      return kit.unlessAll([await context.operator.send(win)], kit.isRefused);
    },
  },
  {
    name: 'a rollback before its bet: the bet fails',
    change: 0,
    isSkipped: lacksRollback,
    async run(context) {
      const bet = kit.betOf(context, 700);
      const first = await context.operator.rollBack(bet, context.newId());
      const late = await context.operator.send(bet);
      return [...kit.unlessAll([first], kit.isAccepted), ...kit.unlessAll([late], kit.isRefused)];
    },
  },
  {
    name: 'a bet and its rollback racing, then the rollback again',
    change: 0,
    isSkipped: lacksRollback,
    async run(context) {
      const { operator } = context;
      const [bet, id] = [kit.betOf(context, 700), context.newId()];
      await Promise.all([operator.send(bet), operator.rollBack(bet, id)]);
      return kit.unlessAll([await operator.rollBack(bet, id)], kit.isAcceptedOrDuplicate);
    },
  },
  {
    name: 'a rollback of a lost round’s credit: its stake still stands, and a corrected win is paid',
    change: 500,
    isSkipped: lacksRollback,
    async run(context) {
      const bet = kit.betOf(context, 100);
      const lost = kit.winOf(context, bet, 0);
      const answers = await kit.sendInTurn(context, bet, lost);
      // The rollback may be refused or accepted; in both cases no money moves and the round stays open for a
      // corrected win.
      await context.operator.rollBack(lost, context.newId());
      const corrected = { ...lost, txnId: context.newId(), win: 600 };
      return kit.unlessAll([...answers, await context.operator.send(corrected)], kit.isAcceptedOrDuplicate);
    },
  },
];
