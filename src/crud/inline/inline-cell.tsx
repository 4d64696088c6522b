import { lazyDialog } from '#src/ui/lazy.tsx'

/** A cell with its editor open. The cell's content stays until the editor has loaded. */
export const InlineCell = lazyDialog(
  async () => (await import('./inline-editor.tsx')).InlineEditor,
  ({ onDone }) => onDone(),
  { fallback: ({ content }) => content },
)
