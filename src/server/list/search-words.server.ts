/**
 * The words of a quick search. Each word has the spellings to look for: as it was typed and, when it has full-width
 * letters or digits, with the usual ones. Chinese input methods write `ＷＬ` and `１２` when they are switched so.
 */
export function searchWords(text: string): string[][] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [...new Set([word, word.replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, (sign) => sign.normalize('NFKC'))])])
}
