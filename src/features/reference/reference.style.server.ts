import { raw } from 'hono/html'

/** The page's style sheet: both themes by `color-scheme`, one column, nothing wider than the screen. */
export const style = raw(`
:root { color-scheme: light dark; --ink: light-dark(#22211f, #e8e6e3); --muted: light-dark(#5d5a54, #aeaca8);
  --ground: light-dark(#f5f4f1, #131415); --surface: light-dark(#fff, #1d1e1f); --line: light-dark(#e3e0da, #313437);
  --accent: light-dark(#1261ba, #79bbff); --warn: light-dark(#8a5300, #f3bd63); }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; background: var(--surface); padding: .5rem 1rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; } h4 { margin: .75rem 0 .25rem; font-size: .9rem; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .85em; }
nav, article { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
article { margin: .75rem 0; scroll-margin-top: 1rem; }
article:target { border-color: var(--accent); }
nav ul { margin: .25rem 0 .75rem; padding-left: 1.25rem; }
nav li { padding: .15rem 0; }
article p { margin: .35rem 0; }
.method { display: inline-block; min-width: 3.75rem; color: var(--accent); }
.method.DELETE { color: light-dark(#b8252b, #ff9592); } .method.GET { color: light-dark(#18703c, #6fce94); }
.facts { color: var(--muted); font-size: .9rem; } .facts strong { color: var(--warn); }
summary { cursor: pointer; padding: .35rem 0; }
pre, .wide { overflow-x: auto; max-width: 100%; }
pre { max-height: 28rem; padding: .75rem; background: var(--ground); border-radius: 6px; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
tbody th { font-weight: 500; }
td:nth-child(2), td:nth-child(3), thead th { white-space: nowrap; }
dl { margin: 0; } dl div { display: flex; gap: .75rem; } dt { min-width: 2.5rem; } dd { margin: 0; }
@media (max-width: 30rem) { td::before { content: attr(data-label) ': '; color: var(--muted); }
  th, td { display: block; border: 0; padding: .1rem 0; } thead { display: none; }
  tbody tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); } }
`)
