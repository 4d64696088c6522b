import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '#src/ui/lazy.tsx'
import type { InlineEditorProps } from './inline-editor.tsx'

const InlineEditor = lazyComponent(async () => (await import('./inline-editor.tsx')).InlineEditor)

/** A cell with its editor open. The cell's content stays until the editor has loaded. */
export function InlineCell<TRow>({ content, ...props }: InlineEditorProps<TRow> & { content: ReactNode }) {
  return (
    <Suspense fallback={content}>
      <InlineEditor {...props} />
    </Suspense>
  )
}
