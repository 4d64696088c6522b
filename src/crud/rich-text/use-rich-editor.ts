import { Editor } from '@tiptap/core'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { EditorProps } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { editorExtensions } from './editor-extensions.ts'
import { cleanPasted } from './pasted-word.ts'

type Options = Omit<EditorProps, 'onBusy' | 'topic' | 'visibility'> & {
  /** The ids of what describes the text. */
  describedBy: string
  /** Pictures that were pasted or dropped into the text. @returns whether they are taken */
  onPictures(files: readonly File[]): boolean
  /** A key that is not text. @returns whether it was used */
  onKey(event: KeyboardEvent): boolean
}

/** The editor in an element. It is undefined until the page is alive. The component renders again when it changes. */
export function useRichEditor(place: RefObject<HTMLElement | null>, options: Options): Editor | undefined {
  const [editor, setEditor] = useState<Editor>()
  /** The last content that the field and the editor agree on. */
  const known = useRef({ html: options.value, stored: options.value, storedHtml: '' })
  const changed = useStable((current: Editor) => {
    const html = current.isEmpty ? '' : current.getHTML()
    // Back to what was stored, perhaps in another spelling, is no change.
    const next = html === known.current.storedHtml ? known.current.stored : html
    if (next === known.current.html) return
    known.current.html = next
    options.onChange(next)
  })
  const left = useStable(options.onBlur)
  const pictures = useStable(options.onPictures)
  const pressed = useStable(options.onKey)
  const read = useStable((current: Editor) => {
    const { value } = options
    current.commands.setContent(value, { emitUpdate: false })
    known.current = { html: value, stored: value, storedHtml: current.isEmpty ? '' : current.getHTML() }
  })
  useEffect(() => {
    if (!place.current) return
    const made = new Editor({
      element: place.current,
      extensions: editorExtensions,
      // Its style sheet would bypass ours; ours has what it needs.
      injectCSS: false,
      editorProps: {
        transformPastedHTML: cleanPasted,
        handleKeyDown: (_view, event) => pressed(event),
        handlePaste: (_view, event) => takesPictures(event.clipboardData, pictures),
        handleDrop: (_view, event, _slice, moved) => !moved && takesPictures(event.dataTransfer, pictures),
      },
      onUpdate: ({ editor: current }) => changed(current),
      onBlur: () => left(),
    })
    read(made)
    setEditor(made)
    return () => made.destroy()
  }, [place, changed, left, pictures, pressed, read])

  const { value, label, placeholder, disabled = false, describedBy, invalid = false, required = false } = options
  useEffect(() => {
    // The form has put another content there: a reset, a draft, the version of somebody else.
    if (editor && value !== known.current.html) read(editor)
  }, [editor, value, read])
  useEffect(() => {
    editor?.setEditable(!disabled, false)
    editor?.setOptions({
      editorProps: {
        ...editor.options.editorProps,
        attributes: ({ doc }) => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-describedby': describedBy,
          'aria-invalid': String(invalid),
          'aria-required': String(required),
          'aria-disabled': String(disabled),
          class: `rich-text rich-editing${disabled ? ' bg-sunken text-muted' : ''}`,
          ...(placeholder !== undefined &&
            doc.childCount === 1 &&
            doc.firstChild?.isTextblock &&
            doc.firstChild.content.size === 0 && { 'data-placeholder': placeholder }),
        }),
      },
    })
  }, [editor, disabled, label, placeholder, describedBy, invalid, required])
  const round = useRef(0)
  const subscribe = useCallback(
    (tell: () => void) => {
      const count = () => {
        round.current += 1
        tell()
      }
      editor?.on('transaction', count)
      return () => {
        editor?.off('transaction', count)
      }
    },
    [editor],
  )
  useSyncExternalStore(
    subscribe,
    () => round.current,
    () => 0,
  )
  return editor
}

/** Pictures among the pasted or dropped files. A text that brings a picture of itself, as Word does, stays a text. */
function takesPictures(data: DataTransfer | null, take: (files: readonly File[]) => boolean): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0) return false
  const html = data?.getData('text/html') ?? ''
  if (html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') !== '') return false
  return take(files)
}
