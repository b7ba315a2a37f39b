import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { shape } from './shape.ts'

const route = shape({ name: ['RouteName', z.string()], path: ['Route', z.string()] })

export const showRoutes = endpoint({
  name: 'showRoutes',
  method: 'GET',
  path: '/route/default',
  summary: 'Languages and the paths of all pages of this tenant',
  caller: 'anyone',
  answer: shape({
    defaultLanguage: ['DefaultLanguage', z.string()],
    languages: ['Languages', z.array(z.string())],
    routes: ['Routes', z.array(route)],
  }),
  errors: [],
})

export const showAdditionalRoutes = endpoint({
  name: 'showAdditionalRoutes',
  method: 'GET',
  path: '/route/additional',
  summary: 'Pages that only this tenant has',
  caller: 'anyone',
  answer: z.array(route),
  errors: [],
})
