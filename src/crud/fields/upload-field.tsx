import { FolderOpen, Upload as UploadIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import { fileName } from '#src/lib/file-name.ts'
import { sizeText } from '#src/lib/size-text.ts'
import type { FieldOf } from '#src/resource/description.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { PICTURE_TYPES } from '../files/file-kinds.ts'
import { UploadWaiting } from '../files/upload-waiting.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { useRecordFormContext } from '../form/record-form-context.ts'
import { UploadedItem } from './uploaded-item.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

const FileChooser = lazyDialog(
  async () => (await import('../files/file-chooser.tsx')).FileChooser,
  ({ onClose }) => onClose(),
)

type NamedFile = Readonly<{ url: string; name: string }>

type UploadFieldProps = FieldProps & {
  field: FieldOf<'image' | 'file'>
  /** The files are images. */
  pictures?: boolean
}

/** Images or files. The user chooses, drops, pastes, sorts and removes them. Checks run before a file is sent. */
export function UploadField({ field, pictures = false, disabled, placeholder: _none, ...rest }: UploadFieldProps) {
  const kit = useKit()
  const { name, value, errors, labels, set, leave } = useBoundField<string | readonly string[]>()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const addresses = typeof value === 'string' ? (value === '' ? [] : [value]) : value
  const max = field.multiple ? (field.maxItems ?? 100) : 1
  const limits = {
    maxsize: field.maxSize ?? kit.upload.maxsize,
    mimetype: field.accept ?? (pictures ? PICTURE_TYPES : kit.upload.mimetype),
  }
  const { waiting, topic } = useRecordFormContext()
  const put = (next: readonly string[]) => set(field.multiple ? next : (next[0] ?? ''))
  // When the field is full, a new file replaces the last one. A file is in it once.
  const insert = (...more: readonly NamedFile[]) => {
    labels.add(
      name,
      more.map((one) => ({ value: one.url, label: one.name })),
    )
    put([...new Set([...addresses.slice(0, max - more.length), ...more.map(({ url }) => url)])])
  }
  const { uploads, add, retry, drop } = useUploads(limits, (url, file) => insert({ url, name: file.name }), {
    topic,
    visibility: field.public ? 'public' : 'private',
  })
  const take = (files: FileList | null) => {
    const room = field.multiple ? Math.max(0, max - addresses.length - uploads.length) : 1
    if (files) add([...files].slice(0, room))
    leave()
  }
  const underWay = uploads.some((one) => !one.error)
  useEffect(() => {
    if (!underWay) return
    waiting?.add(field.name)
    return () => void waiting?.delete(field.name)
  }, [underWay, waiting, field.name])
  const full = field.multiple && addresses.length + uploads.length >= max
  return (
    <FieldGroup {...rest} errors={errors}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; every user can use the button */}
      <div
        onDragOver={(event) => {
          if (disabled || full) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (!disabled && !full) take(event.dataTransfer.files)
        }}
        onPaste={(event) => {
          if (disabled || full || event.clipboardData.files.length === 0) return
          event.preventDefault()
          take(event.clipboardData.files)
        }}
        className={cx(
          'flex flex-wrap items-start gap-2 rounded-md border border-dashed border-line-strong p-2',
          over && 'border-accent-solid bg-accent-soft',
        )}
      >
        {addresses.map((address, at) => (
          <UploadedItem
            key={address}
            address={address}
            name={labels.nameOf(name, address) ?? fileName(address)}
            picture={pictures}
            at={at}
            count={addresses.length}
            disabled={disabled}
            onMove={(to) => {
              const order = addresses.filter((one) => one !== address)
              put([...order.slice(0, to), address, ...order.slice(to)])
            }}
            onRemove={() => put(addresses.filter((one) => one !== address))}
          />
        ))}
        {uploads.map((upload) => (
          <UploadWaiting
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload)}
            onDrop={() => drop(upload.key)}
          />
        ))}
        {!full && !disabled && (
          <span className="flex flex-1 flex-wrap items-center gap-2">
            <Button icon={<UploadIcon aria-hidden size={14} />} onClick={() => picker.current?.click()}>
              {pictures ? m.upload_choosePicture() : m.upload_chooseFile()}
            </Button>
            {kit.files && (
              <Button icon={<FolderOpen aria-hidden size={14} />} onClick={() => setChoosing(true)}>
                {m.upload_existing()}
              </Button>
            )}
            <span className="text-xs text-subtle">
              {m.upload_limits({ types: typesText(limits.mimetype), size: sizeText(limits.maxsize) })}
            </span>
          </span>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={rest.label}
          multiple={field.multiple}
          accept={pictures ? 'image/*' : undefined}
          onChange={(event) => {
            take(event.target.files)
            // Allows the user to choose the same file again.
            event.target.value = ''
          }}
        />
      </div>
      {choosing && kit.files && (
        <FileChooser
          source={kit.files}
          pictures={pictures}
          suffixes={suffixesOf(limits.mimetype)}
          max={field.multiple ? max - addresses.length - uploads.length : 1}
          onChosen={(files) => {
            insert(...files)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </FieldGroup>
  )
}

function typesText(types: string): string {
  return types.trim() === '*' ? m.upload_anyType() : types.replaceAll(',', ' ')
}

/** The extensions among the accepted types; undefined when there are others, which only the server can compare. */
function suffixesOf(types: string): string | undefined {
  const list = types.split(',').map((one) => one.trim().replace(/^\./, '').toLowerCase())
  return list.every((one) => /^[a-z\d]+$/.test(one)) ? list.join(',') : undefined
}
