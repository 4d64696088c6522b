import type * as v from 'valibot'
import type { Endpoint } from './endpoint.server.ts'

// The types of a call for its clients, taken from its endpoint. A client imports the type of the endpoint alone.

/** A value as our own client sends it. The contract also takes numbers as text; our calls send numbers. */
type Sent<T> = number extends T ? Exclude<T, string> : T

type Input<T> = T extends v.GenericSchema
  ? { [K in keyof v.InferInput<T>]: Sent<v.InferInput<T>[K]> }
  : Record<never, never>

/** The data that a call answers. */
export type AnswerOf<E extends Pick<Endpoint, 'answer'>> = v.InferOutput<E['answer']>
/** The parameters of a call by name; none of them for a call without parameters. */
export type QueryOf<E extends Pick<Endpoint, 'query'>> = Input<E['query']>
/** The JSON body of a call. */
export type BodyOf<E extends Pick<Endpoint, 'body'>> = Input<E['body']>

type Kit = { define(kit: never): Endpoint }
/** The endpoint that a call of the kit has for a resource. */
type EndpointOf<C extends Kit> = ReturnType<C['define']>
/** The data that a call of the kit answers. */
export type KitAnswer<C extends Kit> = AnswerOf<EndpointOf<C>>
/** The parameters of a call of the kit. */
export type KitQuery<C extends Kit> = QueryOf<EndpointOf<C>>
/** The JSON body of a call of the kit. */
export type KitBody<C extends Kit> = BodyOf<EndpointOf<C>>
