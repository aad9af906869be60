import { GAME_FORMS } from '@palier/demo-provider/vendor/profile';
import type { Callback } from '../operator';
import * as kit from './check';

const LIMIT = 'PROVIDER_FREE_WIN_LIMIT_TND';

/** What vendors do differently, each as the profile says. */
export const VENDOR_CHECKS: readonly kit.Check[] = [
  {
    name: 'a gamble: the win of a settled round is staked in it and won',
    change: -100 + 200 - 200 + 400,
    isSkipped: ({ profile }) => !profile.hasGamble,
    async run(context) {
      const spin = kit.callbackOf(context, { type: 'debit_credit', bet: 100, win: 200 });
      const gamble: Callback = { ...kit.betOf(context, 200), roundId: spin.roundId };
      return kit.unlessAll(
        await kit.sendInTurn(context, spin, gamble, kit.winOf(context, gamble, 400)),
        kit.isAccepted,
      );
    },
  },
  {
    name: 'two bets in one round of a crash game, each with its win',
    change: -100 - 300 + 150 + 900,
    isSkipped: ({ profile }) => !profile.hasTwoBets || profile.gameTypes.crash === null,
    async run(context) {
      const first: Callback = { ...kit.betOf(context, 100), form: 'crash' };
      const second: Callback = { ...first, txnId: context.newId(), bet: 300 };
      const wins = [kit.winOf(context, second, 900), kit.winOf(context, first, 150)];
      return kit.unlessAll(await kit.sendInTurn(context, first, second, ...wins), kit.isAccepted);
    },
  },
  {
    name: 'the win of free spins, in the round that gave them',
    change: -100 + 500,
    isSkipped: ({ profile }) => profile.freeSpins !== 'in their round',
    async run(context) {
      const bet = kit.betOf(context, 100);
      const win = { ...kit.winOf(context, bet, 500), isFree: true };
      return kit.unlessAll(await kit.sendInTurn(context, bet, win, win), kit.isAcceptedOrDuplicate);
    },
  },
  {
    name: 'the win of a free spin in a round of its own, below and above the agreed limit',
    change: 700,
    isSkipped: ({ profile }) => profile.freeSpins !== 'in rounds of their own',
    async run(context) {
      const spin = kit.callbackOf(context, { type: 'debit_credit', win: 700, isFree: true });
      const limit = Number(context.profile.operatorSettings[LIMIT]) * 1000;
      const tooMuch = kit.callbackOf(context, { type: 'debit_credit', win: limit + 10, isFree: true });
      const [paid, again, refused] = await kit.sendInTurn(context, spin, spin, tooMuch);
      return [
        ...kit.unlessAll([paid!, again!], kit.isAcceptedOrDuplicate),
        ...kit.unlessAll([refused!], kit.isRefused),
      ];
    },
  },
  {
    name: 'a lost round that ends with a credit of 0',
    change: -100,
    isSkipped: ({ profile }) => profile.lostRound === 'nothing',
    async run(context) {
      const bet = kit.betOf(context, 100);
      return kit.unlessAll(
        await kit.sendInTurn(context, bet, kit.winOf(context, bet, 0)),
        kit.isAcceptedOrDuplicate,
      );
    },
  },
  {
    name: 'every type of game that the vendor has',
    change: 0,
    async run(context) {
      const forms = GAME_FORMS.filter((form) => context.profile.gameTypes[form] !== null);
      const rounds = forms.map((form) => ({
        ...kit.callbackOf(context, { type: 'debit_credit', bet: 100, win: 100 }),
        form,
      }));
      return kit.unlessAll(await kit.sendInTurn(context, ...rounds), kit.isAccepted);
    },
  },
  {
    name: 'a table that is chosen in the lobby: another game than the launch named',
    change: -100 + 300,
    isSkipped: ({ profile }) => !profile.hasLobby,
    async run(context) {
      const bet: Callback = { ...kit.betOf(context, 100), gameCode: '1126', form: 'live' };
      return kit.unlessAll(await kit.sendInTurn(context, bet, kit.winOf(context, bet, 300)), kit.isAccepted);
    },
  },
];
