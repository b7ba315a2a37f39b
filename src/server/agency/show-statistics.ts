import { showStatistics as endpoint } from '../../contract/agentur-statistik.ts'
import { serve } from '../serve.ts'
import { readStatistics } from './read-statistics.ts'

export const showStatistics = serve(endpoint, (call) => readStatistics(call, call.query))
