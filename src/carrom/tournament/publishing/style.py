"""The style sheet of published pages: the colours and distances of the client, light, dark and on paper."""

STYLE = """
:root {
  --paper: #f6f1e7; --paper-2: #ece4d3; --surface: #fff; --ink: #221813; --ink-2: #65564a; --rule: #e3d8c5;
  --accent: #9b1c2e; --primary: #9b1c2e; --primary-ink: #fff; --brass: #8f6416; --good: #1f6f5c; --warn: #a85400;
  --focus: #1d6470; color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14100e; --paper-2: #0e0b09; --surface: #1e1815; --ink: #f5ecdd; --ink-2: #b9a793; --rule: #40342b;
    --accent: #f08a96; --primary: #c43c4f; --brass: #e0b66c; --good: #7cc6b8; --warn: #f0a35a; --focus: #7fd0dc;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 1rem/1.5 FONTS;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.page { max-width: 76rem; margin: 0 auto; padding: 0 1rem 3rem; }
header { padding: 1.2rem 0 0; }
.event { margin: 0; font-weight: 700; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
.event a { color: inherit; text-decoration: none; }
.about { margin: 0.2rem 0 0; color: var(--ink-2); overflow-wrap: anywhere; }
nav { margin: 0.6rem 0 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; }
nav [aria-current] { color: inherit; font-weight: 600; box-shadow: inset 0 -3px var(--accent); }
nav.tongues { margin: 0; font-size: 0.875rem; }
nav.main { border-bottom: 1px solid var(--rule); }
h1 { margin: 1.5rem 0 0.8rem; text-align: match-parent; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.6rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 1.2rem 0 0.4rem; font-size: 1rem; }
p { overflow-wrap: anywhere; max-width: 46rem; }
.quiet, small { color: var(--ink-2); font-size: 0.875rem; line-height: 1.4; }
.warn { color: var(--warn); }
.card { background: var(--surface); border: 1px solid var(--rule); border-radius: 1rem; padding: 0.4rem 1rem; }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--rule); border-radius: 1rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 0.6rem; text-align: center; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { color: var(--ink-2); font-size: 0.875rem; font-weight: 500; vertical-align: bottom; }
tr:last-child td { border-bottom: 0; }
td.name, th.name { text-align: start; min-width: 12rem; overflow-wrap: anywhere; }
td.name a { color: inherit; font-weight: 600; text-decoration-color: var(--rule); }
td.name small { display: block; font-weight: 400; max-width: 40rem; }
td.strong { font-weight: 700; }
td.figure { direction: ltr; unicode-bidi: isolate; white-space: nowrap; }
td.code, code { font-family: ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; font-size: 0.8125rem; }
td.code, code, .hash { overflow-wrap: anywhere; direction: ltr; unicode-bidi: isolate; }
td.text { text-align: start; min-width: 8rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 0.5rem 0; padding: 0.7rem 1rem; background: var(--paper-2); border-radius: 0.5rem; }
.fixtures { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.7rem; }
.fixtures li { display: grid; align-content: start; grid-template-columns: minmax(0, 1fr) auto; }
.fixtures li { gap: 0 1rem; padding: 0.7rem 1rem; }
.fixtures .side { overflow-wrap: anywhere; }
.fixtures .side a { color: inherit; text-decoration-color: var(--rule); }
.fixtures .won { font-weight: 700; }
.fixtures .points { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fixtures .meta, .fixtures .why, .fixtures .rubbers { grid-column: 1 / -1; }
.fixtures .rubbers { margin: 0.2rem 0; padding: 0; list-style: none; }
.fixtures .rubbers li { padding: 0.1rem 0; border: 0; }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; color: var(--ink-2); font-size: 0.875rem; }
.names { columns: 20rem; margin: 0; padding: 0; list-style: none; }
.names li { break-inside: avoid; padding: 0.3rem 0; overflow-wrap: anywhere; }
.names a { font-weight: 600; }
.bracket { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: 0.5rem; }
.bracket > section { flex: 1 0 13rem; min-width: 13rem; display: flex; flex-direction: column; }
.bracket h3 { margin: 0 0 0.4rem; color: var(--ink-2); font-size: 0.875rem; font-weight: 500; }
.bracket ol {
  flex: 1; display: flex; flex-direction: column; justify-content: space-around; gap: 0.5rem; margin: 0; padding: 0;
}
.bracket li { list-style: none; padding: 0.35rem 0.7rem; border-radius: 0.5rem; }
.bracket .side { display: flex; justify-content: space-between; gap: 0.6rem; overflow-wrap: anywhere; }
.bracket .won { font-weight: 700; }
.bracket a { color: inherit; text-decoration-color: var(--rule); }
.bracket.third > section { max-width: 22rem; }
.bracket .unknown { color: var(--ink-2); font-size: 0.875rem; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; margin: 0; }
.facts dt { color: var(--ink-2); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.replay { display: grid; gap: 1.2rem; align-items: start; }
.player { display: none; }
.js .player { display: block; }
.player canvas { display: block; width: 100%; max-width: min(34rem, 74vh); margin: 0 auto; border-radius: 0.5rem; }
.player .now { margin: 0.6rem 0; min-height: 3em; }
.player .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin: 0.7rem 0; }
.player .check { text-align: center; color: var(--good); font-size: 0.875rem; min-height: 1.4em; }
.player .check.differs { color: var(--warn); }
button {
  appearance: none; min-height: 2.75rem; min-width: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--rule);
  border-radius: 0.5rem; background: var(--surface); color: inherit; font: inherit; cursor: pointer;
}
button.primary {
  background: var(--primary); border-color: var(--primary); color: var(--primary-ink); font-weight: 600;
}
button:disabled { opacity: 0.6; cursor: default; }
.counters { display: flex; flex-wrap: wrap; gap: 0.6rem 1.5rem; justify-content: center; margin: 0.6rem 0; }
.counters b { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.steps { margin: 0; padding: 0; list-style: none; }
.js .steps { max-height: 34rem; overflow-y: auto; }
.steps li { padding: 0.45rem 0.8rem; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.steps li:last-child { border-bottom: 0; }
.js .steps li { cursor: pointer; }
.steps [aria-current] { background: var(--paper-2); box-shadow: inset 4px 0 var(--accent); }
.steps .score { float: inline-end; margin-inline-start: 1rem; font-variant-numeric: tabular-nums; }
footer { margin-top: 2.5rem; color: var(--ink-2); font-size: 0.875rem; }
@media (min-width: 60rem) {
  .fixtures { grid-template-columns: 1fr 1fr; }
  .replay { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
}
@media (max-width: 30rem) {
  nav ul { gap: 0 0.9rem; }
  h1 { font-size: 1.5rem; }
  td.name, th.name { min-width: 10.5rem; }
  th, td { padding: 0.45rem 0.45rem; }
}
@media print {
  @page { margin: 14mm 13mm; }
  :root {
    --paper: #fff; --paper-2: #fff; --surface: #fff; --ink: #000; --ink-2: #444; --rule: #999; --accent: #000;
    --warn: #000; --good: #000; color-scheme: light;
  }
  body { font-size: 10pt; }
  nav, .player, .noprint { display: none !important; }
  .page { max-width: none; padding: 0; }
  .scroll, .card { border-radius: 0; overflow: visible; }
  .bracket { overflow: visible; }
  .bracket > section { min-width: 0; flex-basis: 0; }
  .steps { max-height: none !important; }
  tr, li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  a { text-decoration: none; color: inherit; }
}
"""
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"


def style_sheet(fonts: tuple[str, ...] = ()) -> str:
    """Return the style sheet; `fonts` are the names of font files beside it, for scripts that a device may lack."""
    faces = "".join(
        f'@font-face {{ font-family: "Script {at}"; font-weight: 100 900; font-display: swap; '
        f'src: url({name}) format("woff2"); }}\n'
        for at, name in enumerate(fonts)
    )
    first, _, rest = SANS.partition(", sans-serif")
    scripts = "".join(f', "Script {at}"' for at in range(len(fonts)))
    return faces + STYLE.replace("FONTS", f"{first}{scripts}, sans-serif{rest}").lstrip()
