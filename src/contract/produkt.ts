import { z } from 'zod'
import { classUnits } from '../domain/category.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, text } from './fields.ts'
import { rewardOption } from './praemie.ts'
import { shape } from './shape.ts'

/** An offer in long lists: no reward options, only a card's fields. */
export const offer = shape({
  id: ['Id', z.string()],
  externalId: ['ExterneId', z.string()],
  source: ['Quelle', z.enum(['festnetz', 'mobilfunk'])],
  category: ['Kategorie', z.string()], // programme: DP or TP
  title: ['Titel', z.string()],
  descriptions: ['Beschreibungen', z.array(z.string())],
  monthlyCents: ['MonatspreisCent', cents],
  oneOffCents: ['EinmalpreisCent', cents],
  priceText: ['Preistext', z.string().nullable()],
  promotion: ['AktionText', z.string().nullable()],
  promotionCents: ['AktionspreisCent', cents.nullable()], // monthly, during the promotion
  productClass: ['Klasse', z.string()],
  classUnit: ['KlasseEinheit', z.enum(classUnits).nullable()], // what its figure counts
  manufacturer: ['Hersteller', z.string().nullable()],
  deviceType: ['Geraetetyp', z.enum(['Smartphone', 'Tablet']).nullable()],
  deviceName: ['Geraetename', z.string().nullable()],
  deviceId: ['GeraetId', z.string().nullable()],
  tariffName: ['Tarifname', z.string().nullable()],
  tariffId: ['TarifId', z.string().nullable()],
  top: ['TopPosition', z.int().nullable()],
  position: ['Position', z.int()],
  rewardCents: ['PraemieCent', cents],
  footnotes: ['Fussnoten', z.array(z.string())], // identifiers
  picture: ['Bild', z.string()], // path of an SVG, 480 x 360
})

const furtherCustomers = shape({
  stages: ['Stufen', z.array(shape({ from: ['AbKunde', count], cents: ['WertCent', cents] }))],
  periodMonths: ['ZeitraumMonate', count], // counted from the first contract
})

export const product = shape({
  id: ['Id', z.string()],
  externalId: ['ExterneId', z.string()],
  title: ['Titel', z.string()],
  category: ['Kategorie', z.string()],
  description: ['Beschreibung', z.string()],
  rewardOptions: ['Praemien', z.array(rewardOption)],
  rewardCents: ['PraemieCent', cents], // an order's total, before the split
  // The agency plan's pay for further customers; absent if none or no more
  further: ['WeitereKunden', furtherCustomers.optional()],
  recipientCapCents: ['MaxEmpfaengerPraemieCent', cents.nullable()],
  picture: ['Bild', z.string()],
  previewPicture: ['Vorschaubild', z.string()],
  // Tariff or device with costs; absent on the homepage, null for other products
  offer: ['Angebot', offer.nullable().optional()],
})

const source = z.enum(['festnetz', 'mobilfunk'])

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/produkt',
  summary:
    'The products of the homepage; with quelle, kategorie or tarifId all of the catalogue that fit, with their offers',
  caller: 'anyone',
  query: shape({
    source: ['quelle', source.optional()],
    category: ['kategorie', text.optional()], // category slug, or a product's `Kategorie`, such as DP
    tariffId: ['tarifId', text.optional()],
  }),
  answer: z.array(product),
  errors: ['unknown-product-api', 'unknown-category'],
})

export const showProduct = endpoint({
  name: 'showProduct',
  method: 'GET',
  path: '/produkt/:id',
  summary:
    'One product; with quelle one of that catalogue, with handyId the offer of that tariff with that device, with agentId the rewards of a referral through that agent',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  query: shape({
    source: ['quelle', source.optional()],
    deviceId: ['handyId', text.optional()],
    agentId: ['agentId', text.optional()],
  }),
  answer: product,
  errors: ['not-found', 'unknown-product-api'],
})

export const showExternalProduct = endpoint({
  name: 'showExternalProduct',
  method: 'GET',
  path: '/produkt/extern/:id',
  summary: "One product by the provider's own id",
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  answer: product,
  errors: ['not-found', 'unknown-product-api'],
})

export const listDeviceTariffs = endpoint({
  name: 'listDeviceTariffs',
  method: 'GET',
  path: '/produkt/handytarife/:id',
  summary: 'The offers of a device, one for each tariff that it comes with',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  answer: z.array(offer),
  errors: ['not-found', 'unknown-product-api'],
})

export const showHighestReward = endpoint({
  name: 'showHighestReward',
  method: 'GET',
  path: '/produkt/maxpraemiewert',
  summary: 'What the product that earns most earns; 0 where there is none',
  caller: 'anyone',
  answer: shape({ cents: ['WertCent', cents], amount: ['Wert', z.string()] }),
  errors: ['unknown-product-api'],
})

const pictureOf = {
  method: 'GET',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  // The picture's version from `Bild`: browsers then cache it for good
  query: shape({ mark: ['v', text.optional()] }),
  file: 'image/svg+xml',
  errors: ['not-found', 'unknown-product-api'],
} as const

export const showProductPicture = endpoint({
  ...pictureOf,
  errors: [...pictureOf.errors],
  name: 'showProductPicture',
  path: '/produkt/:id/grafik',
  summary: 'A picture of a product: the device, or what the tariff is for',
})

export const showProductIcon = endpoint({
  ...pictureOf,
  errors: [...pictureOf.errors],
  name: 'showProductIcon',
  path: '/produkt/:id/icon',
  summary: 'A small picture of the kind of a product',
})

export const agent = shape({
  firstName: ['FirstName', z.string()],
  lastName: ['LastName', z.string()],
  zip: ['ZipCode', z.string()],
  city: ['City', z.string()],
  id: ['ExterneId', z.string()],
  photo: ['Foto', z.string()], // path of a picture
})

// A page number in a query, as text.
const pageNumber = z.coerce.number<string>().int().min(1).max(100_000)

const agentSearch = {
  method: 'GET',
  caller: 'anyone',
  query: shape({
    query: ['query', z.string().trim().max(100).optional()],
    page: ['page', pageNumber.optional()],
    pageSize: ['pagesize', pageNumber.max(50).optional()],
  }),
  answer: shape({
    agents: ['Content', z.array(agent)],
    hasNext: ['HasNext', flag],
    pageCount: ['PageCount', count],
    totalCount: ['TotalCount', count],
  }),
} as const

export const searchAgents = endpoint({
  ...agentSearch,
  name: 'searchAgents',
  path: '/produkt/berater',
  summary: 'Agents by name, zip or town, forgiving typing errors; all of them without a query',
  errors: ['not-found'],
})

export const listAgents = endpoint({
  ...agentSearch,
  name: 'listAgents',
  path: '/produkt/agents',
  summary: 'The same list under its English name',
  errors: ['not-found'],
})

export const showAgent = endpoint({
  name: 'showAgent',
  method: 'GET',
  path: '/produkt/berater/:id',
  summary: 'One agent, by the number that the provider knows them by',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  answer: agent,
  errors: ['not-found'],
})

export const showAgentPhoto = endpoint({
  name: 'showAgentPhoto',
  method: 'GET',
  path: '/produkt/berater/:id/foto',
  summary: 'The picture of an agent; initials where there is none',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  errors: ['not-found'],
})
