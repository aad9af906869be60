import type { GlyphName } from './glyphs/index.js';

/** Hue in degrees, saturation and lightness in percent. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** `sky` is the backdrop's gradient; the six `glyphs` serve as the high symbols, the wild and the scatter. */
export interface Theme {
  readonly sky: readonly [centre: Hsl, edge: Hsl];
  readonly glyphs: readonly [GlyphName, GlyphName, GlyphName, GlyphName, GlyphName, GlyphName];
  /** The words of the titles; none forms the name of a real game. */
  readonly places: readonly string[];
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
}

export const themes = {
  abysses: {
    sky: [
      [203, 83, 30],
      [217, 84, 10],
    ],
    glyphs: ['anchor', 'fish', 'shell', 'starfish', 'ship', 'compass'],
    places: ['des Abysses', 'du Lagon Bleu', 'de Nérélia', 'des Marées'],
    adjectives: ['Brineborn', 'Lagoonlit', 'Coralline', 'Tidewoven', 'Fathom'],
    nouns: ['Reverie', 'Pearls', 'Anchors', 'Chorus', 'Hoard', 'Currents', 'Lanterns'],
  },
  desert: {
    sky: [
      [30, 85, 65],
      [329, 49, 24],
    ],
    glyphs: ['lamp', 'sun', 'palm', 'cactus', 'moon', 'chest'],
    places: ['des Dunes', 'de Tamzrit', "de l'Oasis", 'du Simoun'],
    adjectives: ['Dunewind', 'Saffron', 'Mirage-Lit', 'Amberglass', 'Sirocco'],
    nouns: ['Caravan', 'Lamps', 'Wells', 'Footsteps', 'Dowry', 'Horizon', 'Riches'],
  },
  jungle: {
    sky: [
      [139, 51, 37],
      [159, 74, 9],
    ],
    glyphs: ['totem', 'flower', 'egg', 'leaf', 'eye', 'pyramid'],
    places: ['de la Canopée', 'des Lianes', 'de Kumarao', 'du Fleuve Vert'],
    adjectives: ['Canopy', 'Vinebound', 'Orchid', 'Rainsong', 'Fernlight'],
    nouns: ['Idols', 'Expedition', 'Bloom', 'Drums', 'Relics', 'Whisper', 'Bounty'],
  },
  espace: {
    sky: [
      [250, 54, 36],
      [249, 78, 5],
    ],
    glyphs: ['rocket', 'planet', 'comet', 'star', 'sun', 'moon'],
    places: ['des Étoiles', "d'Orionne", 'des Comètes', "de l'Orbite"],
    adjectives: ['Starward', 'Nebuline', 'Quasarlit', 'Orbital', 'Zenithal'],
    nouns: ['Voyage', 'Signals', 'Drift', 'Beacon', 'Harvest', 'Parade', 'Odyssette'],
  },
  fruits: {
    sky: [
      [336, 70, 41],
      [291, 78, 11],
    ],
    glyphs: ['seven', 'bell', 'crown', 'star', 'coin', 'heart'],
    places: ['du Verger', 'des Halles', 'de la Corbeille', 'du Primeur'],
    adjectives: ['Orchardly', 'Sugarpeel', 'Zesty Market', 'Nectarine', 'Basketful'],
    nouns: ['Sevens', 'Bells', 'Jamboree', 'Juices', 'Crates', 'Pips', 'Marmalade'],
  },
  egypte: {
    sky: [
      [37, 67, 54],
      [284, 48, 14],
    ],
    glyphs: ['scarab', 'ankh', 'eye', 'pyramid', 'sun', 'key'],
    places: ['du Grand Nil', 'de Merenkha', 'des Scarabées', 'du Sphinx Endormi'],
    adjectives: ['Nilebound', 'Lapis', 'Papyrus', 'Sandsealed', 'Obelisk'],
    nouns: ['Chambers', 'Scarabs', 'Oracle', 'Dynasty', 'Sundial', 'Vault', 'Heirs'],
  },
  dragons: {
    sky: [
      [351, 76, 36],
      [338, 79, 7],
    ],
    glyphs: ['egg', 'flame', 'lantern', 'coin', 'fan', 'crown'],
    places: ['du Dragon de Jade', 'des Braises', 'de Long-Hua', 'des Neuf Lanternes'],
    adjectives: ['Emberscale', 'Jadewing', 'Cinder', 'Vermilion', 'Smokejade'],
    nouns: ['Nest', 'Lanterns', 'Ascent', 'Hatchlings', 'Pavilion', 'Blaze', 'Tribute'],
  },
  carnaval: {
    sky: [
      [263, 93, 58],
      [272, 83, 14],
    ],
    glyphs: ['mask', 'jester', 'balloon', 'star', 'crown', 'heart'],
    places: ['du Carnaval', 'des Masques', 'de Rialtana', 'du Grand Bal'],
    adjectives: ['Confetti', 'Masquerader', 'Harlequin', 'Velvet Parade', 'Streamer'],
    nouns: ['Gala', 'Jesters', 'Revels', 'Serenade', 'Procession', 'Balloons', 'Encore'],
  },
  vikings: {
    sky: [
      [206, 24, 48],
      [215, 43, 12],
    ],
    glyphs: ['helmet', 'shield', 'axe', 'ship', 'sword', 'compass'],
    places: ['des Fjords', 'de Skarnheim', 'du Drakkar', 'des Runes'],
    adjectives: ['Fjordborn', 'Runecut', 'Northgale', 'Ironbraid', 'Meadhall'],
    nouns: ['Oath', 'Shields', 'Longships', 'Saga', 'Plunder', 'Anvil', 'Feast'],
  },
  pirates: {
    sky: [
      [187, 65, 33],
      [218, 66, 11],
    ],
    glyphs: ['chest', 'ship', 'compass', 'anchor', 'key', 'moon'],
    places: ['des Corsaires', "de l'Île Perdue", 'de Port-Salin', 'du Galion'],
    adjectives: ['Saltbeard', 'Cutlass Bay', 'Doublooned', 'Galleon', 'Squallrunner'],
    nouns: ['Chart', 'Compass', 'Mutiny', 'Ransom', 'Cove', 'Shanty', 'Spoils'],
  },
  glace: {
    sky: [
      [200, 81, 79],
      [219, 63, 29],
    ],
    glyphs: ['crystal', 'flake', 'moon', 'bell', 'crown', 'star'],
    places: ['du Grand Nord', 'de Givrelune', 'des Glaciers', "de l'Aurore"],
    adjectives: ['Frostwoven', 'Hoarlight', 'Glacine', 'Winterbell', 'Icebloom'],
    nouns: ['Aurora', 'Crystals', 'Carols', 'Sleigh', 'Hearth', 'Thaw', 'Diadem'],
  },
  foret: {
    sky: [
      [183, 31, 34],
      [206, 48, 11],
    ],
    glyphs: ['potion', 'mushroom', 'moon', 'leaf', 'flower', 'key'],
    places: ['de la Forêt', 'de Brocelune', 'des Lucioles', 'du Vieux Chêne'],
    adjectives: ['Mosswood', 'Elderbark', 'Glowcap', 'Thistledown', 'Moonfern'],
    nouns: ['Brew', 'Sprites', 'Spell', 'Clearing', 'Charms', 'Lullaby', 'Hollow'],
  },
  ouest: {
    sky: [
      [19, 73, 56],
      [332, 47, 15],
    ],
    glyphs: ['star', 'horseshoe', 'cactus', 'chest', 'sun', 'bell'],
    places: ["de l'Ouest", 'de Santa Ruda', 'du Canyon', 'du Dernier Saloon'],
    adjectives: ['Dustspur', 'Mesa', 'Tumblewind', 'Coppergulch', 'Sundown'],
    nouns: ['Sheriffs', 'Stagecoach', 'Horseshoes', 'Duel', 'Payday', 'Trail', 'Nuggets'],
  },
  bonbons: {
    sky: [
      [332, 100, 81],
      [277, 53, 37],
    ],
    glyphs: ['heart', 'candy', 'lollipop', 'star', 'crown', 'balloon'],
    places: ['des Bonbons', 'de Sucreville', 'du Caramel', 'des Confiseurs'],
    adjectives: ['Sugarcloud', 'Toffeeland', 'Fizzy Pop', 'Marshmellow', 'Praline'],
    nouns: ['Swirl', 'Delight', 'Factory', 'Rainbow', 'Hearts', 'Picnic', 'Cascade'],
  },
  royaume: {
    sky: [
      [223, 52, 43],
      [234, 59, 13],
    ],
    glyphs: ['crown', 'sword', 'castle', 'shield', 'sun', 'key'],
    places: ['du Royaume', 'de Castelune', 'des Chevaliers', 'du Roi Endormi'],
    adjectives: ['Regalia', 'Heraldic', 'Castellan', 'Goldenspire', 'Knightfall'],
    nouns: ['Joust', 'Banners', 'Throne', 'Court', 'Ballad', 'Keep', 'Dominion'],
  },
  rouages: {
    sky: [
      [28, 47, 43],
      [16, 32, 9],
    ],
    glyphs: ['clock', 'gear', 'balloon', 'key', 'compass', 'potion'],
    places: ['des Rouages', "de l'Horloger", 'de Cuivrebourg', "de l'Automate"],
    adjectives: ['Brassbound', 'Clockspring', 'Aetherial', 'Copperwork', 'Gaslamp'],
    nouns: ['Engine', 'Zeppelin', 'Invention', 'Hours', 'Workshop', 'Pistons', 'Patent'],
  },
  jardin: {
    sky: [
      [349, 74, 80],
      [280, 41, 21],
    ],
    glyphs: ['fan', 'fish', 'lantern', 'flower', 'moon', 'coin'],
    places: ['du Jardin', 'des Cerisiers', 'de Hanamori', 'du Pont Rouge'],
    adjectives: ['Petalfall', 'Koi-Pond', 'Plumrain', 'Silkfan', 'Teahouse'],
    nouns: ['Garden', 'Blossoms', 'Poem', 'Fans', 'Breeze', 'Festival', 'Serenity'],
  },
  medina: {
    sky: [
      [217, 64, 40],
      [255, 65, 12],
    ],
    glyphs: ['lamp', 'moon', 'lantern', 'palm', 'star', 'eye'],
    places: ['de la Médina', 'de Dar Zahra', 'des Mille Portes', 'du Grand Souk'],
    adjectives: ['Souklight', 'Jasmine', 'Mosaic', 'Minaret', 'Cinnamon'],
    nouns: ['Nights', 'Lanterns', 'Carpets', 'Fountain', 'Bazaar', 'Crescent', 'Riddle'],
  },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;
