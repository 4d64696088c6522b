import type { Design } from './design.schema.ts'
import type { DesignField, DesignLabel } from './design.ts'
import { withEvenOptions } from './option-values.ts'

/** A label in both languages: an empty text takes the other one. */
function filledLabel(label: DesignLabel): DesignLabel {
  const [zh, en] = [label['zh-cn'].trim(), label.en.trim()]
  return { 'zh-cn': zh || en, en: en || zh }
}

/** A text that may be missing: without any word it is. */
function filledText(label: DesignLabel | undefined): DesignLabel | undefined {
  const filled = label && filledLabel(label)
  return filled && filled.en !== '' ? filled : undefined
}

/** A design as it is sent: each label is in both languages, and help without words is left out. */
export function finishedDesign(design: Design): Design {
  const description = withEvenOptions(design.description)
  const { form } = description
  const sections = form?.sections?.map((one) => ({ ...one, title: filledLabel(one.title), help: filledText(one.help) }))
  return {
    ...design,
    description: {
      ...description,
      title: filledLabel(description.title),
      plural: filledText(description.plural),
      deleteNote: filledText(description.deleteNote),
      fields: description.fields.map(finishedField),
      ...(form ? { form: { ...form, sections } } : {}),
    },
  }
}

function finishedField(field: DesignField): DesignField {
  const said = {
    label: filledLabel(field.label),
    help: filledText(field.help),
    placeholder: filledText(field.placeholder),
  }
  switch (field.type) {
    case 'select':
      return { ...field, ...said, options: field.options.map((one) => ({ ...one, label: filledLabel(one.label) })) }
    case 'rows':
      return { ...field, ...said, fields: field.fields.map((one) => ({ ...one, label: filledLabel(one.label) })) }
    default:
      return { ...field, ...said }
  }
}
