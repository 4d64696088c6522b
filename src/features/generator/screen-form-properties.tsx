import { Plus, Trash2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { hasWords, shownLabel } from './design.ts'
import { useDesigner } from './designer-context.ts'
import { ChoiceProperty, FlagProperty, LabelProperty, PropertyGroup } from './property-controls.tsx'
import type { ScreenPart } from './screen-part.ts'

const places = ['dialog', 'drawer', 'page'] as const
const sizes = ['md', 'lg', 'xl'] as const

/** How the form of the screen opens, and its sections. */
export function FormSettingsProperties({ at, put }: ScreenPart) {
  const { state } = useDesigner()
  const { form = {}, deleteNote } = state.design.description
  const placeNames = { dialog: m.designer_asDialog, drawer: m.designer_asDrawer, page: m.designer_asPage }
  const sizeNames = { md: m.designer_sizeMd, lg: m.designer_sizeLg, xl: m.designer_sizeXl }
  return (
    <PropertyGroup title={m.designer_groupForm()}>
      <div className="grid grid-cols-2 gap-2">
        <ChoiceProperty
          label={m.designer_formAs()}
          items={places.map((value) => ({ value, label: placeNames[value]() }))}
          value={form.as ?? 'dialog'}
          errors={at('form.as')}
          onChange={(value) => put({ form: { ...form, as: places.find((one) => one === value) } })}
        />
        {form.as !== 'page' && (
          <ChoiceProperty
            label={m.designer_formSize()}
            items={sizes.map((value) => ({ value, label: sizeNames[value]() }))}
            value={form.size ?? 'md'}
            errors={at('form.size')}
            onChange={(value) => put({ form: { ...form, size: sizes.find((one) => one === value) } })}
          />
        )}
      </div>
      <Sections at={at} put={put} />
      <LabelProperty
        label={m.designer_deleteNote()}
        hint={m.designer_deleteNoteHint()}
        value={deleteNote}
        errors={at('deleteNote')}
        onChange={(note) => put({ deleteNote: hasWords(note) ? note : undefined }, 'deleteNote')}
      />
    </PropertyGroup>
  )
}

function Sections({ at, put }: ScreenPart) {
  const { state } = useDesigner()
  const { form = {}, fields } = state.design.description
  const sections = form.sections ?? []
  const remove = (key: string) => {
    const rest = sections.filter((one) => one.key !== key)
    put({
      form: { ...form, sections: rest.length > 0 ? rest : undefined, steps: rest.length > 1 ? form.steps : undefined },
      fields: fields.map((one) => (one.section === key ? { ...one, section: undefined } : one)),
    })
  }
  const add = () => {
    const known = new Set(sections.map(({ key }) => key))
    let number = sections.length + 1
    while (known.has(`part${number}`)) number += 1
    put({ form: { ...form, sections: [...sections, { key: `part${number}`, title: { 'zh-cn': '', en: '' } }] } })
  }
  return (
    <FieldGroup label={m.designer_sections()} hint={m.designer_sectionsHint()} errors={at('form.sections')}>
      <div className="flex flex-col gap-2">
        {sections.map((section, index) => (
          <div key={section.key} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <LabelProperty
                label={m.designer_sectionTitle({ at: index + 1 })}
                value={section.title}
                onChange={(title) =>
                  put(
                    { form: { ...form, sections: sections.map((one) => (one === section ? { ...one, title } : one)) } },
                    `section ${section.key}`,
                  )
                }
              />
            </div>
            <IconButton
              label={m.ui_remove({ name: shownLabel(section.title, section.key) })}
              size="sm"
              tone="danger"
              onClick={() => remove(section.key)}
            >
              <Trash2 aria-hidden size={14} />
            </IconButton>
          </div>
        ))}
        <Button size="sm" icon={<Plus aria-hidden size={14} />} className="w-fit" onClick={add}>
          {m.designer_addSection()}
        </Button>
        {sections.length > 1 && (
          <FlagProperty
            label={m.designer_steps()}
            value={form.steps}
            onChange={(on) => put({ form: { ...form, steps: on ? true : undefined } })}
          />
        )}
      </div>
    </FieldGroup>
  )
}
