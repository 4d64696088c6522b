import { useQuery } from '@tanstack/react-query'
import { ImageOff, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { suffixAddress } from '#src/crud/files/file-kinds.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { cx } from '#src/lib/cx.ts'
import { sizeText } from '#src/lib/size-text.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { AttachmentRow } from './attachment.row.ts'

/** Bytes of a text that the preview shows. */
const TEXT_PART = 65_536

/** What a file contains, as far as a browser can show it safely. */
export function PreviewContent({ row }: { row: AttachmentRow }) {
  if (row.kind === 'image' && row.suffix !== 'svg') return <PicturePreview row={row} />
  if (row.kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an uploaded file has no captions
      <audio controls preload="metadata" src={row.url} aria-label={row.name} className="my-10 w-full" />
    )
  }
  if (row.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an uploaded file has no captions
      <video
        controls
        preload="metadata"
        src={row.url}
        aria-label={row.name}
        className="max-h-[66dvh] w-full bg-black"
      />
    )
  }
  if (row.mimetype === 'text/plain') return <TextPreview row={row} />
  // Browsers of telephones show no PDF in a page.
  if (row.mimetype === 'application/pdf' && navigator.pdfViewerEnabled) {
    return <iframe src={row.url} title={row.name} className="h-[66dvh] w-full rounded-md border border-line bg-white" />
  }
  return (
    <div className="flex flex-col items-center gap-3 py-12 text-center">
      <img src={suffixAddress(row.suffix)} alt="" className="size-20" />
      <p className="text-muted">{m.attachment_noPreview()}</p>
    </div>
  )
}

/** Steps of the zoom: the whole picture, its own size, and twice that. */
const zooms = ['fit', 1, 2] as const

function PicturePreview({ row }: { row: AttachmentRow }) {
  const [seen, setSeen] = useState({ id: row.id, zoom: 0, broken: false })
  const { zoom, broken } = seen.id === row.id ? seen : { zoom: 0, broken: false }
  const setZoom = (next: number) => setSeen({ id: row.id, zoom: next, broken })
  const at = zooms[zoom] ?? 'fit'
  if (broken) {
    return (
      <p className="flex flex-col items-center gap-2 py-16 text-muted">
        <ImageOff aria-hidden size={28} />
        {m.editor_pictureMissing()}
      </p>
    )
  }
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the picture */}
      <section tabIndex={0} aria-label={row.name} className="h-[62dvh] overflow-auto rounded-md bg-sunken">
        <img
          key={row.id}
          src={row.url}
          alt={row.name}
          onError={() => setSeen({ id: row.id, zoom, broken: true })}
          style={at === 'fit' ? undefined : { width: `${(row.width ?? 800) * at}px`, maxWidth: 'none' }}
          className={cx(at === 'fit' ? 'size-full object-contain' : 'block')}
        />
      </section>
      <span className="absolute right-3 bottom-3 flex gap-1 rounded-md border border-line bg-raised p-0.5 shadow-low">
        <IconButton
          label={m.attachment_zoomOut()}
          size="sm"
          aria-disabled={zoom === 0}
          onClick={() => setZoom(Math.max(0, zoom - 1))}
        >
          <ZoomOut aria-hidden size={16} />
        </IconButton>
        <IconButton
          label={m.attachment_zoomIn()}
          size="sm"
          aria-disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
        >
          <ZoomIn aria-hidden size={16} />
        </IconButton>
      </span>
    </div>
  )
}

function TextPreview({ row }: { row: AttachmentRow }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['attachment', 'text', row.url],
    queryFn: ({ signal }) => beginning(row.url, signal),
  })
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text
        tabIndex={0}
        aria-label={row.name}
        className="max-h-[62dvh] overflow-auto rounded-md bg-sunken p-3 text-sm"
      >
        <pre className="wrap-anywhere whitespace-pre-wrap">{data}</pre>
      </section>
      {row.size > TEXT_PART && (
        <p className="mt-2 text-sm text-muted">{m.attachment_beginning({ size: sizeText(TEXT_PART) })}</p>
      )}
    </>
  )
}

/** The first part of a text. A sign that the part cuts in two is left out. */
async function beginning(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { range: `bytes=0-${TEXT_PART - 1}` }, signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, TEXT_PART)
  return new TextDecoder().decode(bytes, { stream: true })
}
