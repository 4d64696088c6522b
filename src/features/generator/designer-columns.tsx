import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { useDrag } from '#src/ui/drag/use-drag.ts'
import { useDesigner } from './designer-context.ts'
import { FIELD_HEIGHT, FieldList } from './field-list.tsx'
import { FieldProperties } from './field-properties.tsx'
import { PresetList } from './preset-list.tsx'
import { type FieldPreset, fieldOfPreset, fieldPresets } from './presets.ts'
import { ScreenProperties } from './screen-properties.tsx'

const panes = ['presets', 'fields', 'properties'] as const
type Pane = (typeof panes)[number]

type DesignerColumnsProps = {
  /** The focus goes to the first property that is wrong. */
  showWrong: boolean
  onShown(): void
}

/** The three columns of the designer: kinds of fields, the fields, properties. A small screen shows one of them. */
export function DesignerColumns({ showWrong, onShown }: DesignerColumnsProps) {
  const { state, dispatch } = useDesigner()
  const { design, selected } = state
  const { fields } = design.description
  const [pane, setPane] = useState<Pane>('fields')
  const [said, setSaid] = useState('')
  const [dropAt, setDropAt] = useState<number>()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLUListElement>(null)
  const properties = useRef<HTMLElement>(null)
  const field = fields.find(({ name }) => name === selected)
  const shown = useStable(onShown)
  useEffect(() => {
    if (!showWrong) return
    setPane('properties')
    // The properties are on screen after the next render.
    const frame = requestAnimationFrame(() => {
      properties.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
      shown()
    })
    return () => cancelAnimationFrame(frame)
  }, [showWrong, shown])
  const titles = {
    presets: m.designer_panePresets(),
    fields: m.designer_paneFields({ count: fields.length }),
    properties: field ? m.designer_paneField() : m.designer_paneScreen(),
  }

  const offers = (preset: FieldPreset) =>
    preset.make ? fieldOfPreset(preset, design) !== undefined : design.description.sortable !== true
  const add = useStable((preset: FieldPreset, at?: number) => {
    const made = fieldOfPreset(preset, design)
    if (made) dispatch({ kind: 'add', field: made, at, design: preset.design })
    else if (!preset.make && preset.design) dispatch({ kind: 'design', change: preset.design })
    else return
    setSaid(m.designer_added({ name: preset.title() }))
  })
  /** The place in the list below the pointer. Undefined beside the list. */
  const placeAt = ({ x, y }: { x: number; y: number }) => {
    const box = body.current?.getBoundingClientRect()
    if (!box || x < box.left || x > box.right || y < box.top - FIELD_HEIGHT || y > box.bottom + FIELD_HEIGHT) return
    return Math.max(0, Math.min(fields.length, Math.round((y - box.top) / FIELD_HEIGHT)))
  }
  const drag = useDrag({
    axis: 'y',
    scroller,
    keyOf: (pressed) => pressed.closest<HTMLElement>('[data-preset]:not(:disabled)')?.dataset.preset,
    onMove: (_key, point) => setDropAt(placeAt(point)),
    onDrop: (key, point) => {
      setDropAt(undefined)
      const [at, preset] = [placeAt(point), fieldPresets.get(key)]
      if (preset && at !== undefined) add(preset, at)
    },
    onCancel: () => setDropAt(undefined),
  })
  const rename = (name: string) => {
    dispatch({ kind: 'select', name })
    setPane('properties')
    // The control is there after the next render.
    requestAnimationFrame(() => {
      const control = properties.current?.querySelector('[data-own-undo]')
      if (control instanceof HTMLInputElement) control.select()
    })
  }
  return (
    <>
      <div className="flex gap-1 lg:hidden">
        {panes.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={pane === one}
            onClick={() => setPane(one)}
            className={cx(
              'min-h-9 min-w-0 flex-1 truncate rounded-md border px-2 text-sm',
              pane === one ? 'border-accent-solid bg-accent-soft text-accent-ink' : 'border-line-button',
            )}
          >
            {titles[one]}
          </button>
        ))}
      </div>
      <div className="designer">
        <section
          aria-label={titles.presets}
          data-hidden={pane === 'presets' ? undefined : ''}
          className="designer-pane"
        >
          <PresetList grip={drag.grip} onAdd={(preset) => add(preset)} offers={offers} />
        </section>
        <section aria-label={titles.fields} data-hidden={pane === 'fields' ? undefined : ''} className="designer-pane">
          <div className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-1.5">
            <button
              type="button"
              aria-pressed={field === undefined}
              data-chosen={field === undefined ? '' : undefined}
              onClick={() => {
                dispatch({ kind: 'select', name: null })
              }}
              className="designer-line flex items-center rounded-md px-2 text-left font-medium hover:bg-hover"
            >
              {m.designer_paneScreen()}
            </button>
            <FieldList scroller={scroller} body={body} dropAt={dropAt} onRename={rename} />
          </div>
          <p className="mt-2 text-xs text-subtle">{m.designer_baseColumns()}</p>
        </section>
        <section
          ref={properties}
          aria-label={titles.properties}
          data-hidden={pane === 'properties' ? undefined : ''}
          className="designer-pane rounded-lg border border-line bg-surface p-4"
        >
          {field ? <FieldProperties field={field} /> : <ScreenProperties />}
        </section>
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  )
}
