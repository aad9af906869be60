/** Style of the releases page, in the colours of shared/src/ui/tokens.css. */
export const STYLE = `
:root { color-scheme: dark; --line: #5a69a1; --muted: #b3bddb; --accent: #ffc83d; --link: #8fc1ff;
  --good: #3dd598; --bad: #ff8080 }
* { box-sizing: border-box }
body { margin: 0; background: #0b1020; color: #f3f6ff;
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 12px 16px;
  background: #1d2848; border-bottom: 1px solid var(--line) }
h1 { font-size: 20px; margin: 0 }
header h1 { flex: 1 0 auto }
h2 { font-size: 17px; margin: 0 0 12px }
main { max-width: 1240px; margin: 0 auto; padding: 16px }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  margin-bottom: 16px }
.card, .sign-in { background: #1d2848; border: 1px solid var(--line); border-radius: 12px; padding: 16px }
.sign-in { width: min(380px, 100% - 32px); margin: 12vh auto 0; padding: 24px }
.sign-in a { display: inline-block; margin-top: 8px }
.who, .hint, caption, dt, small, .detail { color: var(--muted) }
.who, .hint, .detail, caption, small { font-size: 13px }
.who { margin: 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 12px }
dd { margin: 0 }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; margin-bottom: 12px }
caption { text-align: left; padding-bottom: 4px }
td, th { text-align: right; padding: 6px 0 6px 8px; border-top: 1px solid var(--line); font-weight: 400 }
th[scope=row] { text-align: left; padding-left: 0; color: var(--muted) }
thead th { font-weight: 600 }
small { display: block; font-weight: 400 }
.chip { display: inline-block; padding: 0 8px; border-radius: 20px; border: 1px solid var(--muted);
  color: var(--muted); font-size: 13px }
.chip.good { border-color: var(--good); color: var(--good) }
.chip.bad { border-color: var(--bad); color: var(--bad) }
.reasons, .audit { list-style: none; margin: 0 0 12px; padding: 0; font-size: 13px }
.reasons li, .audit li { padding: 8px 0; border-top: 1px solid var(--line) }
.audit { margin: 0 }
.audit .who, .audit .detail { display: block }
code { color: var(--muted) }
.notice { border: 1px solid var(--bad); background: rgb(255 128 128 / 14%); border-radius: 8px;
  padding: 12px; margin: 0 0 16px }
label { display: block; margin: 16px 0 4px }
input:not([type=hidden]) { width: 100%; min-height: 44px; padding: 0 12px; border-radius: 8px;
  border: 1px solid #8a9ad0; background: #0b1020; color: inherit; font: inherit; font-size: 16px }
button, summary { min-height: 44px; padding: 10px 16px; border-radius: 8px; border: 1px solid #8a9ad0;
  background: none; color: inherit; font: inherit; cursor: pointer }
button { background: var(--accent); border-color: var(--accent); color: #0b1020; font-weight: 600;
  width: 100% }
button.quiet { background: none; border-color: #8a9ad0; color: inherit; font-weight: 400 }
summary { list-style: none; text-align: center }
summary::-webkit-details-marker { display: none }
.change { margin-top: 8px }
.change[open] { border: 1px solid var(--line); border-radius: 8px; padding: 0 12px 12px }
.change[open] summary { border-color: transparent }
.change form p { margin: 0 0 12px }
a { color: var(--link); padding: 10px 0 }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`;
