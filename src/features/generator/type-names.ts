import { m } from '#src/i18n/paraglide/messages.js'
import type { DesignType } from './design.ts'

/** What each type of field is called. */
export const typeNames: Record<DesignType, () => string> = {
  text: m.designer_typeText,
  password: m.designer_typePassword,
  integer: m.designer_typeInteger,
  number: m.designer_typeNumber,
  money: m.designer_typeMoney,
  select: m.designer_typeSelect,
  switch: m.designer_typeSwitch,
  texts: m.designer_typeTexts,
  pairs: m.designer_typePairs,
  date: m.designer_typeDate,
  datetime: m.designer_typeDatetime,
  time: m.designer_typeTime,
  year: m.designer_typeYear,
  icon: m.designer_typeIcon,
  color: m.designer_typeColor,
  json: m.type_json,
  image: m.designer_typeImage,
  file: m.designer_typeFile,
  editor: m.designer_typeEditor,
  relation: m.designer_typeRelation,
  area: m.designer_typeArea,
  rows: m.designer_typeRows,
}
