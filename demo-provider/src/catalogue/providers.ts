export interface Provider {
  code: string;
  name: string;
  titleCount: number;
}

/** The specification's twenty providers (§3), in its order, with the size of each catalogue. */
export const providers: readonly Provider[] = [
  { code: 'PRAGMATIC', name: 'Pragmatic', titleCount: 312 },
  { code: 'HABANERO', name: 'Habanero', titleCount: 84 },
  { code: 'BOOONGO', name: 'Booongo', titleCount: 52 },
  { code: 'PLAYSON', name: 'Playson', titleCount: 58 },
  { code: 'CQ9', name: 'CQ9', titleCount: 76 },
  { code: 'EVOPLAY', name: 'Evoplay', titleCount: 64 },
  { code: 'DREAMTECH', name: 'DreamTech', titleCount: 22 },
  { code: 'PGSOFT', name: 'PG Soft', titleCount: 110 },
  { code: 'GAMEART', name: 'GameArt', titleCount: 46 },
  { code: 'GMW', name: 'GMW', titleCount: 14 },
  { code: 'PLAYSTAR', name: 'PlayStar', titleCount: 36 },
  { code: 'MICROGAMING', name: 'Microgaming', titleCount: 120 },
  { code: 'REDTIGER', name: 'Red Tiger', titleCount: 66 },
  { code: 'NAGA', name: 'Naga', titleCount: 18 },
  { code: 'BTG', name: 'BTG', titleCount: 24 },
  { code: 'QUICKSPIN', name: 'Quickspin', titleCount: 40 },
  { code: 'MASCOTGAMING', name: 'Mascot Gaming', titleCount: 28 },
  { code: 'KAGAMING', name: 'KA Gaming', titleCount: 54 },
  { code: 'INOUT', name: 'InOut', titleCount: 16 },
  { code: 'SPRIBE', name: 'Spribe', titleCount: 12 },
];
