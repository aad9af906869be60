import { themes } from "../../public/themes.js";

export type ThemeName = keyof typeof themes;
