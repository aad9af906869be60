import type { Profile } from './profile.js';
import { demo } from './profiles/demo.js';
import { flat } from './profiles/flat.js';
import { freeRounds } from './profiles/free-rounds.js';
import { ggr } from './profiles/ggr.js';
import { header } from './profiles/header.js';
import { igamewin } from './profiles/igamewin.js';
import { live } from './profiles/live.js';
import { nx } from './profiles/nx.js';
import { pathBalance } from './profiles/path-balance.js';
import { path } from './profiles/path.js';
import { worldslot } from './profiles/worldslot.js';

export const PROFILES: readonly Profile[] = [
  demo,
  nx,
  ggr,
  path,
  pathBalance,
  worldslot,
  igamewin,
  header,
  live,
  flat,
  freeRounds,
];

/** The profile with this name, or undefined. */
export const findProfile = (name: string): Profile | undefined =>
  PROFILES.find((profile) => profile.name === name);
