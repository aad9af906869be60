export type GameKind = 'slot' | 'crash';

export interface Provider {
  code: string;
  name: string;
  titleCount: number;
  kind: GameKind;
}

/** The twenty providers in the order of the product's specification. */
export const providers: readonly Provider[] = [
  { code: 'PRAGMATIC', name: 'Pragmatic', titleCount: 312, kind: 'slot' },
  { code: 'HABANERO', name: 'Habanero', titleCount: 84, kind: 'slot' },
  { code: 'BOOONGO', name: 'Booongo', titleCount: 52, kind: 'slot' },
  { code: 'PLAYSON', name: 'Playson', titleCount: 58, kind: 'slot' },
  { code: 'CQ9', name: 'CQ9', titleCount: 76, kind: 'slot' },
  { code: 'EVOPLAY', name: 'Evoplay', titleCount: 64, kind: 'slot' },
  { code: 'DREAMTECH', name: 'DreamTech', titleCount: 22, kind: 'slot' },
  { code: 'PGSOFT', name: 'PG Soft', titleCount: 110, kind: 'slot' },
  { code: 'GAMEART', name: 'GameArt', titleCount: 46, kind: 'slot' },
  { code: 'GMW', name: 'GMW', titleCount: 14, kind: 'slot' },
  { code: 'PLAYSTAR', name: 'PlayStar', titleCount: 36, kind: 'slot' },
  { code: 'MICROGAMING', name: 'Microgaming', titleCount: 120, kind: 'slot' },
  { code: 'REDTIGER', name: 'Red Tiger', titleCount: 66, kind: 'slot' },
  { code: 'NAGA', name: 'Naga', titleCount: 18, kind: 'slot' },
  { code: 'BTG', name: 'BTG', titleCount: 24, kind: 'slot' },
  { code: 'QUICKSPIN', name: 'Quickspin', titleCount: 40, kind: 'slot' },
  { code: 'MASCOTGAMING', name: 'Mascot Gaming', titleCount: 28, kind: 'slot' },
  { code: 'KAGAMING', name: 'KA Gaming', titleCount: 54, kind: 'slot' },
  { code: 'INOUT', name: 'InOut', titleCount: 16, kind: 'crash' },
  { code: 'SPRIBE', name: 'Spribe', titleCount: 12, kind: 'crash' },
];
