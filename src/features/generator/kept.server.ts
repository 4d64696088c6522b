/** What a removed screen had besides its rows and its description, so that it comes back as it was. */
export type Kept = {
  menu: KeptRule[]
}

/** A menu or a button, with the roles that were granted it. */
export type KeptRule = {
  name: string
  title: string
  titleEn: string
  icon: string
  status: number
  weight: number
  remark: string
  roleIds: number[]
}
