import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startAdopted } from '../support/adopted.ts'

// Tables of other programs as resources: everything that rows of the product can do, and nothing breaks for the others.

test('a film rental: list, filters, edits, undo, restore, import and export, beside the other programs', async () => {
  const { adopt, undo, one, db } = await startAdopted('rental')
  await adopt('language')
  const film = await adopt('film')
  const { list } = await film.list('?order=title,asc')
  expect(list).toMatchObject([
    {
      id: 1,
      title: 'Academy Dinosaur',
      languageId: 1,
      releaseYear: 2006,
      rentalRate: 4.99,
      rating: 'PG',
      specialFeatures: ['Trailers', 'Deleted Scenes'],
      version: 1,
    },
    { id: 2, rating: 'G', specialFeatures: [] },
    { id: 3, releaseYear: null, languageId: 2 },
  ])
  const search = (field: string, operator: string, val: unknown) =>
    film.list(`?filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`)
  for (const [operator, val, ids] of [
    ['eq', 'PG', [1]],
    ['IN', ['G', 'NC-17'], [3, 2]],
    ['ne', 'PG', [3, 2]],
    ['NULL', '', []],
    ['eq', 'nonsense', []],
  ] as const)
    expect([operator, (await search('rating', operator, val)).list.map(({ id }) => id)]).toEqual([operator, ids])
  expect((await film.list('?quickSearch=finger')).list).toHaveLength(1)
  const added = await film.add({
    title: 'New',
    languageId: 2,
    rentalDuration: 3,
    rentalRate: 1.5,
    replacementCost: 9,
    rating: 'R',
    specialFeatures: ['x'],
    length: 10,
  })
  expect(added.id).toBe(4)
  expect(
    await one(
      'select film_id, id, version, rating, create_by is not null as made, fulltext::text as words from film where film_id = 4',
    ),
  ).toEqual({
    film_id: 4,
    id: 4,
    version: 1,
    rating: 'R',
    made: true,
    words: "'new':1",
  })
  await expect(film.add({ title: 'Bad', languageId: 2, rating: 'X' })).rejects.toThrow('422')
  await expect(film.add({ title: 'Long', languageId: 2, length: 601 })).rejects.toThrow('422')
  await expect(film.add({ title: 'Far', languageId: 99 })).rejects.toThrow('422')
  const edited = (await film.call('POST', 'edit', { id: 4, version: 1, title: 'Newer', rating: 'PG-13' })) as {
    version: number
    changeSetId: number
  }
  expect(edited.version).toBe(2)
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select title, rating, version from film where film_id = 4')).toEqual({
    title: 'New',
    rating: 'R',
    version: 3,
  })
  // Another program writes the same values again: the version stays. It changes one: the history has it.
  await db.execute(sql.raw(`update film set title = title; update film set title = 'By others' where film_id = 4`))
  expect(await one('select version from film where film_id = 1')).toEqual({ version: 1 })
  expect(await one('select version from film where film_id = 4')).toEqual({ version: 4 })
  const gone = (await film.call('DELETE', 'del?ids[]=4')) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select film_id, id, title from film where film_id = 4')).toEqual({
    film_id: 4,
    id: 4,
    title: 'By others',
  })
  await film.call('DELETE', 'del?ids[]=4')
  const { list: deleted } = (await film.call('GET', 'deleted')) as { list: { id: number; changeId: number }[] }
  await film.call('POST', 'restore', { id: 4, changeId: deleted[0]?.changeId })
  // The language is used, and another program adds rows with the columns that it knows.
  await db.execute(
    sql.raw(
      `insert into film (title, language_id) values ('Of others', 1); insert into film_actor values (1, 5, now())`,
    ),
  )
  expect(await one('select id, version from film where film_id = 5')).toEqual({ id: 5, version: 1 })
  const { job, view } = await film.bring(
    'Title,Language,Release year,Rating,Special features\nImported,Italian,1999,NC-17,a、b\n',
    { mode: 'add', keys: ['title'] },
  )
  expect([view.columns.map(({ field }) => field), job.state]).toEqual([
    ['title', 'languageId', 'releaseYear', 'rating', 'specialFeatures'],
    'done',
  ])
  expect(
    await one(
      `select film_id, id, rating, language_id, release_year, special_features, rental_rate from film where title = 'Imported'`,
    ),
  ).toEqual({
    film_id: 6,
    id: 6,
    rating: 'NC-17',
    language_id: 2,
    release_year: 1999,
    special_features: ['a', 'b'],
    rental_rate: '4.99',
  })
  await film.bring('Title,Rating\nImported,G\n', { mode: 'update', keys: ['title'] })
  expect(await one(`select rating, version from film where title = 'Imported'`)).toEqual({ rating: 'G', version: 2 })
  expect(await film.file('columns=title,languageId,rating&order=title,asc&format=csv')).toContain(
    'Academy Dinosaur,English,PG',
  )
  expect(await one('select count(*)::int as count from film_list')).toEqual({ count: 6 })
})

test('keys of several columns, parts of a table and secrets', async () => {
  const { adopt, undo, one, db, admin } = await startAdopted('rental')
  const actor = await adopt('actor')
  await adopt('language')
  await adopt('film')
  const pairs = await adopt('film_actor')
  expect((await pairs.list()).list).toMatchObject([
    { actorId: 2, filmId: 3 },
    { actorId: 2, filmId: 1 },
    { actorId: 1, filmId: 1 },
  ])
  const { id } = await pairs.add({ actorId: 1, filmId: 2 })
  await expect(pairs.add({ actorId: 1, filmId: 2 })).rejects.toThrow('409')
  const gone = (await pairs.call('DELETE', `del?ids[]=${id}`)) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one(`select actor_id, film_id from film_actor where id = ${id}`)).toEqual({ actor_id: 1, film_id: 2 })
  await expect(actor.call('DELETE', 'del?ids[]=1')).rejects.toThrow('409')
  const staff = await adopt('staff')
  const payment = await adopt('payment')
  const paid = await payment.add({ staffId: 1, amount: 5, paymentDate: '2026-01-20T00:00:00.000Z' })
  await payment.call('POST', 'edit', { id: paid.id, version: 1, amount: 6 })
  const removed = (await payment.call('DELETE', `del?ids[]=${paid.id}`)) as { changeSetId: number }
  expect(await undo(removed.changeSetId)).toMatchObject({ code: 200 })
  expect(await one(`select amount, id from payment_2026_01 where id = ${paid.id}`)).toEqual({
    amount: '6.00',
    id: paid.id,
  })
  await expect(staff.call('DELETE', 'del?ids[]=1')).rejects.toThrow('409')
  await db.execute(sql.raw(`update staff set password = 'changed', username = 'Mike H' where staff_id = 1`))
  const recorded = await one(
    `select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') as text from change where table_name = 'staff'`,
  )
  expect(recorded?.text).toContain('Mike H')
  expect(recorded?.text).not.toMatch(/8cb2237d|"changed"/)
  expect(JSON.stringify((await admin('GET', '/adminApi/staff/index')).data)).not.toContain('8cb2237d')
})

test('a music store: names as in code, keys without a default', async () => {
  const { adopt, undo, one, db } = await startAdopted('music')
  const artist = await adopt('Artist')
  const album = await adopt('Album')
  expect((await album.list('?order=title,asc')).list).toMatchObject([
    { id: 2, title: 'Balls to the Wall', artistId: 2 },
    { id: 1 },
    { id: 5 },
  ])
  expect(await album.add({ title: 'Restless', artistId: 2 })).toMatchObject({ id: 6 })
  await expect(album.add({ title: 'x', artistId: 9 })).rejects.toThrow('422')
  await expect(artist.call('DELETE', 'del?ids[]=2')).rejects.toThrow('409')
  const changed = (await album.call('POST', 'edit', { id: 6, version: 1, title: 'Wild' })) as { changeSetId: number }
  expect((await album.call('GET', 'history?id=6')) as object).toMatchObject({
    list: [{ fields: [{ field: 'title', before: 'Restless', after: 'Wild' }] }, {}],
  })
  expect(await undo(changed.changeSetId)).toMatchObject({ code: 200 })
  const gone = (await album.call('DELETE', 'del?ids[]=6')) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  await db.execute(sql.raw(`insert into "Album" values (40, 'Of others', 1)`))
  const { job } = await album.bring('Title,Artist\nFlesh,AC/DC\n', { mode: 'add', keys: ['title'] })
  expect(job.state).toBe('done')
  expect(await one(`select "AlbumId", id, "Title", "ArtistId" from "Album" where "Title" = 'Flesh'`)).toEqual({
    AlbumId: 7,
    id: 7,
    Title: 'Flesh',
    ArtistId: 1,
  })
  expect(await album.file('columns=title,artistId&order=title,asc&format=csv')).toContain('Balls to the Wall,Accept')
  const employee = await adopt('Employee')
  const { id } = await employee.add({ lastName: 'Peacock', reportsTo: 1, hireDate: '2002-04-01T08:00:00.000Z' })
  expect(await one(`select "HireDate"::text as at from "Employee" where "EmployeeId" = ${id}`)).toEqual({
    at: '2002-04-01 08:00:00',
  })
  expect(await employee.call('GET', `edit?id=${id}`)).toMatchObject({
    row: { hireDate: '2002-04-01T08:00:00.000Z', reportsTo: 1 },
  })
  const moved = (await employee.call('POST', 'edit', { id, version: 1, hireDate: '2003-04-01T08:00:00.000Z' })) as {
    changeSetId: number
  }
  expect(await undo(moved.changeSetId)).toMatchObject({ code: 200 })
  expect(
    (
      await employee.list(
        `?filter=${encodeURIComponent(JSON.stringify({ field: 'hireDate', operator: 'eq', val: '2002-04-01' }))}`,
      )
    ).list,
  ).toHaveLength(1)
  expect(await employee.file('columns=lastName,hireDate&format=csv')).toContain('Peacock,2002-04-01 08:00:00')
})

test('an order system: text keys, reals, and the way back', async () => {
  const { adopt, undo, one, db } = await startAdopted('orders')
  const customers = await adopt('customers')
  const products = await adopt('products')
  const orders = await adopt('orders')
  const details = await adopt('order_details')
  const { id } = await customers.add({ customerId: 'NEWCO', companyName: 'New', country: '' })
  await expect(customers.add({ customerId: 'ALFKI', companyName: 'Twice' })).rejects.toThrow(/409.*customerId/)
  const order = await orders.add({ customerId: null, orderDate: '1996-08-01', freight: 1.25 })
  expect(await one(`select order_id, customer_id, freight from orders where id = ${order.id}`)).toEqual({
    order_id: 10250,
    customer_id: null,
    freight: 1.25,
  })
  await expect(orders.add({ customerId: 99 })).rejects.toThrow('422')
  await orders.call('POST', 'edit', { id: order.id, version: 1, customerId: id })
  await expect(customers.call('DELETE', `del?ids[]=${id}`)).rejects.toThrow('409')
  const line = await details.add({ orderId: 10250, productId: 1, unitPrice: 3.5, quantity: 2 })
  await expect(details.add({ orderId: 10250, productId: 1, unitPrice: 3.5, quantity: 2 })).rejects.toThrow('409')
  await expect(details.add({ orderId: 10250, productId: 2, unitPrice: 3.5, quantity: 0 })).rejects.toThrow('422')
  expect((await details.list()).list[0]).toMatchObject({ id: line.id, unitPrice: 3.5 })
  await expect(products.add({ productName: 'Chai', discontinued: 0 })).rejects.toThrow(/409.*productName/)
  const gone = (await customers.call('DELETE', 'del?ids[]=2').catch(() => undefined)) as undefined
  expect(gone).toBeUndefined()
  const { job } = await customers.bring('Customer id,Company name,Country\nALFKI,Alfreds,Austria\nBLAUS,Blauer See,\n')
  expect(job.state).toBe('done')
  expect(await one(`select company_name, country from customers where customer_id = 'ALFKI'`)).toEqual({
    company_name: 'Alfreds',
    country: 'Austria',
  })
  expect(await one('select count(*)::int as count from customers')).toEqual({ count: 4 })
  await orders.bring('Customer id,Freight\n,2.5\nBlauer See,3.5\n', { mode: 'add', keys: ['freight'] })
  expect(await one(`select customer_id, freight from orders where freight = 2.5`)).toEqual({
    customer_id: null,
    freight: 2.5,
  })
  expect(await one(`select customer_id from orders where freight = 3.5`)).toEqual({ customer_id: 'BLAUS' })
  const removed = (await details.call('DELETE', `del?ids[]=${line.id}`)) as { changeSetId: number }
  expect(await undo(removed.changeSetId)).toMatchObject({ code: 200 })
  for (const statement of details.statements.down) await db.execute(sql.raw(statement))
  expect(
    await one(
      `select string_agg(column_name::text, ',' order by ordinal_position) as names from information_schema.columns where table_name = 'order_details'`,
    ),
  ).toEqual({
    names: 'order_id,product_id,unit_price,quantity',
  })
})

test('countries: an id without a default, keys of characters, options from checks and comments', async () => {
  const { adopt, undo, one } = await startAdopted('world')
  const city = await adopt('city')
  const country = await adopt('country')
  const language = await adopt('countrylanguage')
  expect(await city.add({ name: 'Bergen', countrycode: 'NOR', population: 10 })).toMatchObject({ id: 457 })
  expect((await country.list('?order=name,asc')).list).toMatchObject([
    { code: 'AFG', continent: 'Asia', kind: 1, capital: 1 },
    { code: 'GBR' },
  ])
  await expect(country.add({ code: 'NOR', name: 'Norway', continent: 'Mars', surfacearea: 1 })).rejects.toThrow('422')
  const { id } = await country.add({
    code: 'NOR',
    name: 'Norway',
    continent: 'Europe',
    surfacearea: 323877,
    capital: 457,
    kind: 1,
    governmentform: 'monarchy',
  })
  await expect(city.call('DELETE', 'del?ids[]=457')).rejects.toThrow('409')
  const gone = (await country.call('DELETE', `del?ids[]=${id}`)) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one(`select code, id, continent from country where code = 'NOR'`)).toEqual({
    code: 'NOR',
    id,
    continent: 'Europe',
  })
  expect(await language.add({ countrycode: id, language: 'Bokmal', isofficial: 1, percentage: 86.3 })).toMatchObject({
    id: 4,
  })
  expect(await country.file('columns=name,continent,kind,capital&order=name,asc&format=csv')).toContain(
    'Afghanistan,Asia,State,Kabul',
  )
})
