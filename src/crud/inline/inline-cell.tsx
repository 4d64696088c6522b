import { lazy, type ReactNode, Suspense } from 'react'
import type { InlineEditorProps } from './inline-editor.tsx'

// Seam: lazy forgets that the editor is generic.
const InlineEditor = lazy(async () => ({
  default: (await import('./inline-editor.tsx')).InlineEditor,
})) as unknown as typeof import('./inline-editor.tsx')['InlineEditor']

/** A cell that is being changed; its content stays until the editor has been loaded. */
export function InlineCell<TRow>({ content, ...props }: InlineEditorProps<TRow> & { content: ReactNode }) {
  return (
    <Suspense fallback={content}>
      <InlineEditor {...props} />
    </Suspense>
  )
}
