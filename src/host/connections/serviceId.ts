import { isString } from '../../shared/guards.ts';
import type { Connection } from './connection.ts';

/**
 * Names a service in stored entries: the connection and its address, because a connection whose address
 * has changed is another service.
 */
interface ServiceId {
  readonly connectionId: string;
  readonly baseUrl: string;
}

/** The guards of both fields, for the shape of an entry that has them among others. */
export const serviceIdShape = { connectionId: isString, baseUrl: isString };

/** The service that a connection leads to now. */
export function serviceIdOf({ id, baseUrl }: Connection): ServiceId {
  return { connectionId: id, baseUrl };
}

/** Whether an entry is about the service that a connection leads to now. */
export function isOfService(entry: ServiceId, connection: Connection): boolean {
  return entry.connectionId === connection.id && entry.baseUrl === connection.baseUrl;
}
