import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MAX_FORMULA } from '#src/lib/rich-text-rules.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { Formula } from './formula.tsx'
import { ToolForm } from './tool-form.tsx'

/** The selected formula, or a new one at the cursor, with a preview. */
export function FormulaForm({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const chosen = editor.isActive('formula')
  const before = chosen ? editor.getAttributes('formula') : undefined
  const [latex, setLatex] = useState(String(before?.latex ?? ''))
  const [block, setBlock] = useState(before?.block === true)
  const source = latex.trim()
  const apply = () => {
    const attrs = { latex: source, block }
    if (chosen) editor.chain().focus().updateAttributes('formula', attrs).run()
    else editor.chain().focus().insertContent({ type: 'formula', attrs }).run()
    onClose()
  }
  return (
    <ToolForm
      label={m.editor_formula()}
      apply={chosen ? m.editor_apply() : m.editor_insert()}
      canApply={source !== ''}
      onApply={apply}
      onClose={onClose}
    >
      <FormField label={m.editor_formulaSource()} className="min-w-56 flex-1">
        <Input
          autoFocus
          type="text"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={MAX_FORMULA}
          placeholder="\frac{a}{b} + \sqrt{x}"
          value={latex}
          onChange={(event) => setLatex(event.target.value)}
          className="font-mono"
        />
      </FormField>
      <span className="flex h-8 items-center">
        <Checkbox checked={block} onChange={setBlock}>
          {m.editor_formulaBlock()}
        </Checkbox>
      </span>
      {source !== '' && (
        <output
          className="rich-text order-last w-full overflow-x-auto rounded-md border border-line bg-surface px-3 py-2"
          aria-label={m.editor_preview()}
        >
          <Formula latex={source} block={block} />
        </output>
      )}
    </ToolForm>
  )
}
