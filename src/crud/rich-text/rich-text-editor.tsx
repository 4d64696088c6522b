import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type EditorProps, useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import { isApple, keyCaps } from '#src/lib/shortcut.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { PICTURE_TYPES } from '../files/file-kinds.ts'
import { UploadWaiting } from '../files/upload-waiting.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { FormulaForm } from './formula-form.tsx'
import { LinkForm } from './link-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { Toolbar } from './toolbar.tsx'
import type { EditorPanel } from './tools.ts'
import { useRichEditor } from './use-rich-editor.ts'
import './rich-text.css'

const FileChooser = lazyDialog(
  async () => (await import('../files/file-chooser.tsx')).FileChooser,
  ({ onClose }) => onClose(),
)

/** The editor of rich text: a toolbar, and the text as it will look. */
export function RichTextEditor({ onBusy, topic, visibility, ...props }: EditorProps) {
  const kit = useKit()
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<EditorPanel>()
  const [choosing, setChoosing] = useState(false)
  const limits = { maxsize: kit.upload.maxsize, mimetype: PICTURE_TYPES }
  const made = useRef<Editor>(undefined)
  const put = (addresses: readonly { url: string; name: string }[]) => {
    const pictures = addresses.map(({ url, name }) => ({ type: 'image', attrs: { src: url, alt: altOf(name) } }))
    made.current?.chain().focus().insertContent(pictures).run()
  }
  const { uploads, add, retry, drop } = useUploads(limits, (url, file) => put([{ url, name: file.name }]), {
    topic,
    visibility,
  })
  const editor = useRichEditor(place, {
    ...props,
    describedBy: `${id}-keys`,
    onPictures: (files) => {
      add(files)
      return true
    },
    onKey: (event) => {
      const isMod = isApple(navigator.platform) ? event.metaKey : event.ctrlKey
      if (event.altKey && event.key === 'F10') {
        toolbar.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
        return true
      }
      if (!isMod || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return false
      event.preventDefault()
      setPanel('link')
      return true
    },
  })
  made.current = editor
  const busy = uploads.some((one) => !one.error)
  useEffect(() => {
    if (!busy) return
    onBusy?.(true)
    return () => onBusy?.(false)
  }, [busy, onBusy])
  const close = () => {
    setPanel(undefined)
    editor?.commands.focus()
  }
  const open = editor && !props.disabled ? panel : undefined
  return (
    <div
      className={cx(
        'overflow-clip rounded-md border bg-surface focus-within:border-accent-solid',
        props.invalid ? 'border-danger' : 'border-line-strong',
      )}
    >
      {editor && <Toolbar ref={toolbar} editor={editor} panel={open} onPanel={setPanel} />}
      {editor && open === 'link' && <LinkForm editor={editor} onClose={close} />}
      {editor && open === 'formula' && (
        <FormulaForm key={String(editor.getAttributes('formula').latex)} editor={editor} onClose={close} />
      )}
      {editor && open === 'picture' && (
        <PictureForm
          editor={editor}
          onFiles={(files) => {
            add(files)
            close()
          }}
          onChoose={kit.files && (() => setChoosing(true))}
          onClose={close}
        />
      )}
      {uploads.length > 0 && (
        <div className="flex flex-wrap gap-2 border-b border-line p-2">
          {uploads.map((upload) => (
            <UploadWaiting
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDrop={() => drop(upload.key)}
            />
          ))}
        </div>
      )}
      <div ref={place} />
      <p id={`${id}-keys`} className="sr-only">
        {m.editor_keys({ keys: keyCaps('Alt+F10', isApple(navigator.platform)).join('+') })}
      </p>
      {choosing && kit.files && (
        <FileChooser
          source={kit.files}
          pictures
          suffixes={PICTURE_TYPES}
          max={20}
          onChosen={(files) => {
            put(files)
            setChoosing(false)
            setPanel(undefined)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** What a picture shows is often its name. Names that cameras and screenshots give say nothing. */
function altOf(name: string): string {
  const words = name.replace(/\.[^.]*$/, '').trim()
  return /^(img|dsc|image|screenshot|mmexport|wx_camera|截图|屏幕截图|微信图片)?[-_ \d()年月日T.:]*$/i.test(words)
    ? ''
    : words
}
