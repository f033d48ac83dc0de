import { hashedUnit } from '../../src/random.js';
import type { MessagesBody } from './fake-messages-server.js';

/** Placeholder until the prompts stand. */
export function modelShaped(body: MessagesBody, occurrence: number): string {
  return `answer ${occurrence} ${hashedUnit(body.model, occurrence)}`;
}
