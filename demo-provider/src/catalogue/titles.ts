import type { ThemeName } from '../looks/themes.js';

const splitWords = (words: string): string[] => words.split(' ');

/** A French title is a noun and a place, an English one an adjective and a noun; none is the name of a real game. */
const slotNouns = splitWords(
  'Trésor Veilleur Secret Couronne Nuit Serment Roue Écho Sentier Fortune Rêve Gardienne Chant Promesse Clé Éclat',
);

const words: Record<ThemeName, { places: string[]; adjectives: string[]; nouns: string[] }> = {
  abysses: {
    places: ['des Abysses', 'du Lagon Bleu', 'de Nérélia', 'des Marées'],
    adjectives: ['Brineborn', 'Lagoonlit', 'Coralline', 'Tidewoven', 'Fathom'],
    nouns: ['Reverie', 'Pearls', 'Anchors', 'Chorus', 'Hoard', 'Currents', 'Lanterns'],
  },
  desert: {
    places: ['des Dunes', 'de Tamzrit', "de l'Oasis", 'du Simoun'],
    adjectives: ['Dunewind', 'Saffron', 'Mirage-Lit', 'Amberglass', 'Sirocco'],
    nouns: ['Caravan', 'Lamps', 'Wells', 'Footsteps', 'Dowry', 'Horizon', 'Riches'],
  },
  jungle: {
    places: ['de la Canopée', 'des Lianes', 'de Kumarao', 'du Fleuve Vert'],
    adjectives: ['Canopy', 'Vinebound', 'Orchid', 'Rainsong', 'Fernlight'],
    nouns: ['Idols', 'Expedition', 'Bloom', 'Drums', 'Relics', 'Whisper', 'Bounty'],
  },
  espace: {
    places: ['des Étoiles', "d'Orionne", 'des Comètes', "de l'Orbite"],
    adjectives: ['Starward', 'Nebuline', 'Quasarlit', 'Orbital', 'Zenithal'],
    nouns: ['Voyage', 'Signals', 'Drift', 'Beacon', 'Harvest', 'Parade', 'Odyssette'],
  },
  fruits: {
    places: ['du Verger', 'des Halles', 'de la Corbeille', 'du Primeur'],
    adjectives: ['Orchardly', 'Sugarpeel', 'Zesty Market', 'Nectarine', 'Basketful'],
    nouns: ['Sevens', 'Bells', 'Jamboree', 'Juices', 'Crates', 'Pips', 'Marmalade'],
  },
  egypte: {
    places: ['du Grand Nil', 'de Merenkha', 'des Scarabées', 'du Sphinx Endormi'],
    adjectives: ['Nilebound', 'Lapis', 'Papyrus', 'Sandsealed', 'Obelisk'],
    nouns: ['Chambers', 'Scarabs', 'Oracle', 'Dynasty', 'Sundial', 'Vault', 'Heirs'],
  },
  dragons: {
    places: ['du Dragon de Jade', 'des Braises', 'de Long-Hua', 'des Neuf Lanternes'],
    adjectives: ['Emberscale', 'Jadewing', 'Cinder', 'Vermilion', 'Smokejade'],
    nouns: ['Nest', 'Lanterns', 'Ascent', 'Hatchlings', 'Pavilion', 'Blaze', 'Tribute'],
  },
  carnaval: {
    places: ['du Carnaval', 'des Masques', 'de Rialtana', 'du Grand Bal'],
    adjectives: ['Confetti', 'Masquerader', 'Harlequin', 'Velvet Parade', 'Streamer'],
    nouns: ['Gala', 'Jesters', 'Revels', 'Serenade', 'Procession', 'Balloons', 'Encore'],
  },
  vikings: {
    places: ['des Fjords', 'de Skarnheim', 'du Drakkar', 'des Runes'],
    adjectives: ['Fjordborn', 'Runecut', 'Northgale', 'Ironbraid', 'Meadhall'],
    nouns: ['Oath', 'Shields', 'Longships', 'Saga', 'Plunder', 'Anvil', 'Feast'],
  },
  pirates: {
    places: ['des Corsaires', "de l'Île Perdue", 'de Port-Salin', 'du Galion'],
    adjectives: ['Saltbeard', 'Cutlass Bay', 'Doublooned', 'Galleon', 'Squallrunner'],
    nouns: ['Chart', 'Compass', 'Mutiny', 'Ransom', 'Cove', 'Shanty', 'Spoils'],
  },
  glace: {
    places: ['du Grand Nord', 'de Givrelune', 'des Glaciers', "de l'Aurore"],
    adjectives: ['Frostwoven', 'Hoarlight', 'Glacine', 'Winterbell', 'Icebloom'],
    nouns: ['Aurora', 'Crystals', 'Carols', 'Sleigh', 'Hearth', 'Thaw', 'Diadem'],
  },
  foret: {
    places: ['de la Forêt', 'de Brocelune', 'des Lucioles', 'du Vieux Chêne'],
    adjectives: ['Mosswood', 'Elderbark', 'Glowcap', 'Thistledown', 'Moonfern'],
    nouns: ['Brew', 'Sprites', 'Spell', 'Clearing', 'Charms', 'Lullaby', 'Hollow'],
  },
  ouest: {
    places: ["de l'Ouest", 'de Santa Ruda', 'du Canyon', 'du Dernier Saloon'],
    adjectives: ['Dustspur', 'Mesa', 'Tumblewind', 'Coppergulch', 'Sundown'],
    nouns: ['Sheriffs', 'Stagecoach', 'Horseshoes', 'Duel', 'Payday', 'Trail', 'Nuggets'],
  },
  bonbons: {
    places: ['des Bonbons', 'de Sucreville', 'du Caramel', 'des Confiseurs'],
    adjectives: ['Sugarcloud', 'Toffeeland', 'Fizzy Pop', 'Marshmellow', 'Praline'],
    nouns: ['Swirl', 'Delight', 'Factory', 'Rainbow', 'Hearts', 'Picnic', 'Cascade'],
  },
  royaume: {
    places: ['du Royaume', 'de Castelune', 'des Chevaliers', 'du Roi Endormi'],
    adjectives: ['Regalia', 'Heraldic', 'Castellan', 'Goldenspire', 'Knightfall'],
    nouns: ['Joust', 'Banners', 'Throne', 'Court', 'Ballad', 'Keep', 'Dominion'],
  },
  rouages: {
    places: ['des Rouages', "de l'Horloger", 'de Cuivrebourg', "de l'Automate"],
    adjectives: ['Brassbound', 'Clockspring', 'Aetherial', 'Copperwork', 'Gaslamp'],
    nouns: ['Engine', 'Zeppelin', 'Invention', 'Hours', 'Workshop', 'Pistons', 'Patent'],
  },
  jardin: {
    places: ['du Jardin', 'des Cerisiers', 'de Hanamori', 'du Pont Rouge'],
    adjectives: ['Petalfall', 'Koi-Pond', 'Plumrain', 'Silkfan', 'Teahouse'],
    nouns: ['Garden', 'Blossoms', 'Poem', 'Fans', 'Breeze', 'Festival', 'Serenity'],
  },
  medina: {
    places: ['de la Médina', 'de Dar Zahra', 'des Mille Portes', 'du Grand Souk'],
    adjectives: ['Souklight', 'Jasmine', 'Mosaic', 'Minaret', 'Cinnamon'],
    nouns: ['Nights', 'Lanterns', 'Carpets', 'Fountain', 'Bazaar', 'Crescent', 'Riddle'],
  },
};

export interface Title {
  name: string;
  theme: ThemeName;
}

const crashNouns = splitWords('Envol Ascension Élan Sillage Zénith Vertige Altitude Cap');

/** Every crash title that the words can form, by theme. */
export function composeCrashTitles(): Title[] {
  return (Object.keys(words) as ThemeName[]).flatMap((theme) =>
    crashNouns.flatMap((noun) => words[theme].places.map((place) => ({ name: `${noun} ${place}`, theme }))),
  );
}

/** Every slot title that the words can form, by theme. */
export function composeSlotTitles(): Title[] {
  return (Object.keys(words) as ThemeName[]).flatMap((theme) => {
    const { places, adjectives, nouns } = words[theme];
    const french = slotNouns.flatMap((noun) => places.map((place) => `${noun} ${place}`));
    const english = adjectives.flatMap((adjective) => nouns.map((noun) => `${adjective} ${noun}`));
    return [...french, ...english].map((name) => ({ name, theme }));
  });
}
