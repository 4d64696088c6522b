import { expect, test } from 'vitest'
import { areaBars } from '#src/features/dashboard/area-bars.ts'

const names = new Map([
  ['44', '广东省'],
  ['4401', '广州市'],
  ['4403', '深圳市'],
  ['440305', '南山区'],
  ['440304', '福田区'],
  ['43', '湖南省'],
  ['4301', '长沙市'],
  ['11', '北京市'],
  ['1101', '市辖区'],
  ['110101', '东城区'],
  ['110102', '西城区'],
])
const bars = (...areas: (string | null)[]) =>
  areaBars(
    areas.map((area) => ({ area, count: 1 })),
    names,
  )
const shown = ({ list }: ReturnType<typeof areaBars>) => list.map(({ name, count }) => `${name} ${count}`)

test('organizations of several provinces are counted by province, the largest first', () => {
  expect(shown(bars('43', '440305', '4401', null))).toEqual(['广东省 2', '湖南省 1'])
})

test('those of one province are counted by city, and those of one city by district', () => {
  expect(bars('44', '440305', '440304', '4401')).toMatchObject({ above: '44' })
  expect(shown(bars('44', '440305', '440304', '4401'))).toEqual(['深圳市 2', '广州市 1'])
  expect(bars('4403', '440305', '440304')).toMatchObject({ above: '4403' })
  expect(shown(bars('4403', '440305', '440304'))).toEqual(['福田区 1', '南山区 1'])
})

test('a municipality has districts, although the register puts a heading between', () => {
  expect(shown(bars('11', '110101', '110102', '110102'))).toEqual(['西城区 2', '东城区 1'])
})

test('a single place is its own bar, and without areas there is none', () => {
  expect(shown(bars('440305'))).toEqual(['南山区 1'])
  expect(shown(bars('44'))).toEqual(['广东省 1'])
  expect(shown(bars(null))).toEqual([])
})
