import { showAgentPhoto as endpoint } from '../../contract/produkt.ts'
import { pictureType } from '../../domain/picture-type.ts'
import { fail } from '../errors.ts'
import { pictureCsp } from '../base/safety-headers.ts'
import { serve } from '../serve.ts'
import { findAgentPhoto } from './agent-store.ts'
import { checkAgents } from './agent-view.ts'
import { drawInitials } from './draw-initials.ts'

/** The picture is public, so browsers may cache it for an hour. */
export const showAgentPhoto = serve(endpoint, async ({ tenant, params, transaction, reply }) => {
  checkAgents(tenant)
  const agent = await transaction((tx) => findAgentPhoto(tx, tenant.code, params.id))
  if (!agent) throw fail('not-found')
  const type = agent.photo && pictureType(agent.photo)
  reply
    .header('Cache-Control', 'public, max-age=3600')
    .header('Content-Security-Policy', pictureCsp)
    .type(type ?? 'image/svg+xml; charset=utf-8')
    .send(type ? agent.photo : drawInitials(agent, tenant.theme))
  return undefined
})
