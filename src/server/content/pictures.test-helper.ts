import sharp from 'sharp'
import type { TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { savePicture } from './picture-store.ts'

/** A picture that does not compress. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#448866',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

export const pictureCalls = (server: TestServer) => ({
  keep: async (id: string, bytes: Buffer, tenant = 'standard') =>
    withTenant(server.db, tenant, (tx) =>
      savePicture(tx, tenant, id, bytes, server.clock.realNow()),
    ),
  ask: async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: answered, rawPayload } = await server.app.inject({ url, headers })
    return { status: statusCode, headers: answered, bytes: rawPayload }
  },
})
