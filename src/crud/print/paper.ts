import { signsOf } from '#src/lib/sign-width.ts'

/** Letters in a line of a table on upright paper. Wider tables are printed on paper that lies on its side. */
const UPRIGHT = 96
/** Letters of a text that may have several lines. */
const WRAPPED = 24

type PrintedColumn = { header: string; texts: readonly string[]; short: boolean }

/** Whether a table needs paper that lies on its side. */
export function isWide(columns: readonly PrintedColumn[]): boolean {
  const widths = columns.map(({ header, texts, short }) => {
    const widest = texts.reduce((most, text) => Math.max(most, signsOf(text)), signsOf(header))
    return (short ? widest : Math.min(widest, WRAPPED)) + 2
  })
  return widths.reduce((sum, width) => sum + width, 0) > UPRIGHT
}

/** A text as CSS writes it. */
const quoted = (text: string) => `"${text.replaceAll(/["\\\n]/g, (sign) => (sign === '\n' ? ' ' : `\\${sign}`))}"`

/**
 * Sets the paper of the page: its direction, and below each sheet the site, the time and the number of the page. A
 * style sheet made by script needs no permission of the content security policy.
 * @returns takes it away
 */
export function setPaper({ wide, foot }: { wide: boolean; foot: string }): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page {
    size: A4 ${wide ? 'landscape' : 'portrait'};
    margin: 12mm 12mm 16mm;
    @bottom-left { content: ${quoted(foot)}; font: 8pt sans-serif; color: #555; }
    @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #555; }
  }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
