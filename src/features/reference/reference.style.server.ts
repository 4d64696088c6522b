import { raw } from 'hono/html'

// Only the build knows the address of the typeface. A process that runs the source shows the system's.
const face = import.meta.env?.PROD
  ? `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap;
  src: url(${(await import('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url')).default}) format("woff2"); }`
  : ''

/** The page's style sheet: both themes by `color-scheme`, the contents beside the calls or in a drawer. */
export const style = raw(`
${face}
:root { color-scheme: light dark; --ink: light-dark(#22211f, #e8e6e3); --muted: light-dark(#5d5a54, #aeaca8);
  --ground: light-dark(#f5f4f1, #131415); --surface: light-dark(#fff, #1d1e1f); --line: light-dark(#e3e0da, #313437);
  --sunken: light-dark(#faf9f7, #18191a); --hover: light-dark(#f1efeb, #2a2c2e); --edge: light-dark(#8f8a82, #73777b);
  --accent: light-dark(#1261ba, #79bbff); --solid: light-dark(#1a6bc7, #1d6fcc); --soft: light-dark(#eaf4ff, #18283a);
  --green: light-dark(#18703c, #6fce94); --green-soft: light-dark(#e9f7ee, #13281b); --red: light-dark(#b8252b, #ff9592);
  --red-soft: light-dark(#fff0ef, #3a1a1c); --warn: light-dark(#8a5300, #f3bd63); --warn-soft: light-dark(#fff5e0, #33260d);
  --head: 52px; scroll-padding-top: calc(var(--head) + 12px); scrollbar-color: var(--edge) transparent; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; -webkit-font-smoothing: antialiased;
  font: 14px/1.6 Inter, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--solid); outline-offset: 2px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .92em; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--surface); padding: .5rem 1rem; }
header { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: .75rem; height: var(--head); padding: 0 1rem;
  background: var(--surface); border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: .5rem; min-width: 0; color: inherit; font-weight: 600; text-decoration: none; }
.brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.where { padding-left: .75rem; border-left: 1px solid var(--line); color: var(--muted); white-space: nowrap; }
.tools { display: flex; gap: .25rem; margin-left: auto; }
.tool, .contents, #themes button { display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0 .625rem; border: 1px solid transparent;
  border-radius: 6px; background: none; color: inherit; font: inherit; text-decoration: none; white-space: nowrap; cursor: pointer; }
#language { border-color: var(--line); }
.tool:hover, .contents:hover, #themes button:hover { background: var(--hover); }
#themes { position: fixed; inset: calc(var(--head) + 4px) 1rem auto auto; margin: 0; padding: .25rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--surface); color: inherit; box-shadow: 0 8px 28px -6px rgb(0 0 0 / .3); }
#themes button { display: flex; width: 100%; min-width: 9rem; }
#themes [aria-pressed="true"] { color: var(--accent); font-weight: 600; background: var(--soft); }
.contents { display: none; padding: 0 .5rem; }
.page { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
#contents { position: sticky; top: var(--head); display: block; inset-inline: auto; width: auto; height: calc(100dvh - var(--head)); margin: 0; padding: 0 0 2rem;
  overflow-y: auto; border: 0; border-right: 1px solid var(--line); background: var(--ground); color: inherit; }
.find { position: sticky; top: 0; z-index: 1; padding: 1rem 1rem .5rem; background: var(--ground); }
.find input { width: 100%; height: 2.25rem; padding: 0 .625rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; font: inherit; }
.find kbd { position: absolute; top: 1.45rem; right: 1.75rem; padding: 0 .375rem; border: 1px solid var(--line); border-radius: 4px; color: var(--muted); font: 11px/1.4 ui-monospace, monospace; pointer-events: none; }
.find:focus-within kbd { display: none; }
.find p { min-height: 1.25rem; margin: .25rem 0 0; color: var(--muted); font-size: 12px; line-height: 1.25rem; }
.group { padding: 0 .5rem; }
.group summary { padding: .3rem .5rem; border-radius: 6px; font-weight: 600; cursor: pointer; }
.group summary:hover, .group a:hover { background: var(--hover); }
.group small { color: var(--muted); font-weight: 400; }
.group ul { margin: 0 0 .5rem; padding: 0; list-style: none; }
.group a { display: flex; align-items: baseline; gap: .5rem; padding: .25rem .5rem; border-radius: 6px; color: var(--ink); font-size: 13px; text-decoration: none; }
.group a[aria-current] { background: var(--soft); color: var(--accent); }
main { min-width: 0; padding: 1.5rem 1.5rem 6rem; outline: none; }
h1 { margin: .5rem 0; font-size: 26px; line-height: 34px; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .75rem; font-size: 20px; line-height: 28px; letter-spacing: -.01em; }
h3 { display: inline; margin: 0; font-size: 14px; font-weight: 500; }
h4 { margin: 1.25rem 0 .375rem; font-size: 13px; }
h4 code { color: var(--muted); font-weight: 400; }
.lead { max-width: 46rem; color: var(--muted); font-size: 16px; }
main section:not(.start) { content-visibility: auto; contain-intrinsic-size: auto 80rem; }
.start ol { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .5rem 1rem; margin: 0; padding: 0; list-style: none; counter-reset: step; }
.start li { display: grid; grid-template-columns: minmax(0, 1fr); grid-row: span 2; grid-template-rows: subgrid; min-width: 0; counter-increment: step; }
.start li > p::before { content: counter(step) " "; color: var(--accent); font-weight: 600; }
.start li > p { margin: 0; }
.start pre { height: 13rem; }
.call { margin: .5rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.call > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .125rem .75rem; padding: .625rem .875rem; border-radius: 8px; cursor: pointer; list-style: none; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--hover); }
.call > summary > span { color: var(--muted); }
.call em { padding: 0 .375rem; border-radius: 4px; background: var(--warn-soft); color: var(--warn); font-size: 12px; font-style: normal; }
.call[open] > summary { border-radius: 8px 8px 0 0; border-bottom: 1px solid var(--line); }
.method { display: inline-block; min-width: 3.75rem; padding: 0 .375rem; border-radius: 4px; background: var(--soft); color: var(--accent);
  font: 600 11px/18px ui-monospace, Menlo, Consolas, monospace; text-align: center; }
.group .method { flex: none; min-width: 3.25rem; padding: 0 .125rem; font-size: 10px; }
.method.GET { background: var(--green-soft); color: var(--green); }
.method.DELETE { background: var(--red-soft); color: var(--red); }
.inside { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0 1.5rem; padding: .875rem; scroll-margin-top: calc(var(--head) + 4rem); }
.facts > p { margin: .125rem 0; } .facts b { margin-right: .25rem; color: var(--muted); font-weight: 500; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--muted); font-weight: 500; font-size: 12px; }
tbody th, td:not(:last-child) { width: 1%; padding-right: 1rem; font-weight: 500; white-space: nowrap; }
tbody th small { display: block; color: var(--red); font-weight: 400; }
td code { color: var(--muted); }
.sample { position: relative; margin-bottom: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); }
.sample p { display: flex; align-items: center; justify-content: space-between; min-height: 2.25rem; margin: 0; padding: 0 .25rem 0 .75rem; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 12px; }
.copy { min-height: 1.75rem; padding: 0 .5rem; border: 0; border-radius: 5px; background: none; color: var(--accent); font: inherit; cursor: pointer; }
.copy:hover { background: var(--hover); }
pre { max-height: 26rem; margin: 0; padding: .75rem; overflow: auto; font-size: 12px; line-height: 1.55; tab-size: 2; overflow-wrap: normal; }
.note { color: var(--muted); }
@media (scripting: none) { .find, .copy, .scripted { display: none; } #contents { padding-top: 1rem; } }
@media (width < 75rem) { .inside, .start ol { grid-template-columns: minmax(0, 1fr); } .samples { margin-top: 1rem; } .start pre { height: auto; } }
@media (width < 62rem) { .page { display: block; } .contents { display: inline-flex; }
  #contents { position: fixed; inset: 0 auto 0 0; display: none; width: min(20rem, 88vw); height: 100dvh; max-height: none; border: 0; background: var(--surface); box-shadow: 0 0 40px rgb(0 0 0 / .3); }
  #contents:popover-open { display: block; } #contents::backdrop { background: rgb(0 0 0 / .45); } .find { background: var(--surface); } }
@media (width < 40rem) { header { gap: .25rem; padding: 0 .5rem; } main { padding: 1rem 1rem 4rem; } .where { display: none; } .call > summary > span { flex-basis: 100%; }
  .find input { font-size: 16px; } }
@media (pointer: coarse) { .find kbd { display: none; } .tool, .contents, .group a, .group summary, .copy, #themes button, .find input { min-height: 2.75rem; } .group a, .group summary { align-items: center; } .tool, .contents { min-width: 2.75rem; justify-content: center; } }
@media print { header, #contents { display: none !important; } .page { display: block; } }
`)
