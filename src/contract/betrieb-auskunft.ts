import { z } from 'zod'
import { requestWays } from '../domain/person.ts'
import { act, refused } from './betrieb-person.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { shape } from './shape.ts'

// All that is kept about somebody, for them (Art. 15 GDPR).

export const openPersonFile = endpoint({
  ...act,
  name: 'openPersonFile',
  method: 'POST',
  path: '/betrieb/personen/:person/auskunft',
  summary:
    'Asks for the proof that the file of all that is kept about somebody wants, and says how long it holds. Reads and changes nothing',
  asksProof: true,
  answer: shape({ validUntil: ['GueltigBis', instant] }),
  errors: [...refused, 'proof-needed'],
})

export const exportPersonFile = endpoint({
  ...act,
  name: 'exportPersonFile',
  method: 'GET',
  path: '/betrieb/personen/:person/auskunft',
  summary:
    'All that is kept about somebody, as a file for them (Art. 15 GDPR): unmasked, so for a person who has just proved to be there',
  asksProof: true,
  query: shape({ way: ['Anlass', z.enum(requestWays)] }),
  file: 'application/json',
  errors: [...refused, 'proof-needed'],
})
