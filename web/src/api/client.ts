// Requests to the server, checked at compile time against its OpenAPI document.

import type { paths } from "../../schema";
import type { MessageKey, MessageValues } from "../i18n";
import type { ErrorBody } from "./types";
import { markReachable, markUnreachable } from "./server-status.svelte";

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M & keyof paths[P]]>;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : { body?: never };
type PathParams<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: never };
type Query<O> = O extends { parameters: { query?: infer V } } ? { query?: V } : { query?: never };
type Json<R> = R extends { content: { "application/json": infer A } } ? A : undefined;
type ResponseBody<O> = O extends { responses: infer R }
  ? R extends { 200: infer A }
    ? Json<A>
    : R extends { 201: infer A }
      ? Json<A>
      : undefined
  : undefined;

/** A failed request: the server is unreachable (status 0) or has answered with an error. */
export class ServerError extends Error {
  constructor(
    readonly problem: MessageKey,
    readonly values: MessageValues,
    readonly status: number,
  ) {
    super(problem);
  }

  /** The error of a response body. */
  static from({ reason }: Pick<ErrorBody, "reason">, status: number): ServerError {
    const { code, ...values } = reason;
    return new ServerError(`server.${code}`, values, status);
  }

  /** Whether the server answered and repeating the request is pointless. */
  get isRejection(): boolean {
    return this.status !== 0 && this.status < 500;
  }
}

export async function request<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  options: Body<Operation<M, P>> & PathParams<Operation<M, P>> & Query<Operation<M, P>>,
): Promise<ResponseBody<Operation<M, P>>> {
  const response = await send(method, urlOf(path, options.path, options.query), options.body);
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return undefined as ResponseBody<Operation<M, P>>;
  return (await response.json()) as ResponseBody<Operation<M, P>>;
}

async function send(method: Method, url: string, body: unknown): Promise<Response> {
  const hasBody = body !== undefined;
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: hasBody ? { "content-type": "application/json" } : {},
      body: hasBody ? JSON.stringify(body) : null,
    });
    markReachable();
    return response;
  } catch {
    markUnreachable();
    throw new ServerError("error.unreachable", {}, 0);
  }
}

async function errorOf(response: Response): Promise<ServerError> {
  const { status } = response;
  try {
    return ServerError.from((await response.json()) as ErrorBody, status);
  } catch {
    // Not an error of our server, e.g. of a proxy.
    return new ServerError("error.status", { status }, status);
  }
}

function urlOf(path: string, values: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  );
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (entries.length === 0) return filled;
  return `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
