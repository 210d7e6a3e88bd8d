/**
 * One route as the edge serves it: the hooks that Elysia calls around its handler.
 *
 * @module
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { Cause, Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import { readFields, readJsonText, refuseAnnouncedSize } from "./request/body.ts";
import { toRefusal } from "./answer/failure.ts";
import type { Call, Gate, Handled } from "./gate.ts";
import { parametersOf } from "./request/parameter.ts";
import { pathOf, type PathSlot, readPath, slotsOf } from "./request/path_values.ts";
import {
  makeQueryReader,
  queryOf,
  type QueryReader,
  type QueryValues,
  readQuery,
} from "./request/query.ts";
import { compileFields, type Fields, type ReadFields } from "./request/read_fields.ts";
import type { Family, Refusal } from "./answer/refusal.ts";
import { early } from "./reply_hooks.ts";
import type { RouteMeter } from "./request_metrics.ts";
import {
  type Access,
  type Audience,
  audienceOf,
  type EdgePath,
  isKeyed,
  type SocketEndpoint,
  type TextBody,
} from "./edge_path.ts";
import { refuseOtherOrigin } from "./request/same_origin_check.ts";

/** What a route declares beside its handler: the keys of the edge's macro, and the schemas. */
export interface RouteHook {
  readonly access: Access;
  readonly family: Family;
  readonly tellsCache?: boolean;
  readonly tellsReason?: boolean;
  readonly needsNoProvider?: boolean;
  readonly isSameOrigin?: boolean;
  readonly refusesOtherOrigins?: boolean;
  readonly isCompressed?: boolean;
  readonly isHidden?: boolean;
  readonly hasScriptQuery?: boolean;
  readonly takesText?: boolean;
  readonly isSigned?: boolean;
  readonly bucket?: string;
  readonly keyHint?: string;
  readonly socket?: SocketEndpoint;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TObject;
  readonly response?: Readonly<Record<number, TSchema>>;
}

/** Elysia's context, as far as the edge reads it. */
interface HookContext {
  readonly request: Request;
  /** Undefined until the request is admitted. */
  readonly call: Call | undefined;
  readonly response: unknown;
  readonly error: unknown;
}

/** What a handler finds in its context. */
interface Admitted {
  readonly call: Call;
  readonly query: Fields;
  readonly params: Fields;
  readonly body?: Fields;
  readonly textBody?: TextBody;
}

/** A route, and what its requests need. */
export class EdgeRoute<Ports> implements EdgePath {
  readonly gate: Gate<Ports>;
  readonly declared: RouteHook;
  readonly family: Family;
  readonly access: Access;
  readonly audience: Audience;
  readonly isCompressed: boolean;
  readonly tellsReason: boolean;
  readonly needsNoProvider: boolean;
  readonly bucket: string | undefined;
  readonly quotaScope: EdgePath["quotaScope"];
  readonly isHeadMeasured = true;
  tellsCache: boolean;
  method = "";
  template = "";
  readonly #query: QueryReader;
  readonly #queryFields: ReadFields;
  /** What was read of recent queries. It stays true: as time goes on, more instants are taken. */
  readonly #recent = new WeakMap<QueryValues, Result.Success<Fields, RequestRejected>>();
  readonly #pathFields: ReadFields;
  readonly #bodyFields: ReadFields | undefined;
  #slots: ReadonlyArray<PathSlot> = [];
  #meter: RouteMeter | undefined;

  /** Compiles the schemas of a route. Its path is not known yet: {@linkcode bind} tells it. */
  constructor(gate: Gate<Ports>, declared: RouteHook) {
    const { params, query, body, access } = declared;
    this.gate = gate;
    this.declared = declared;
    this.family = declared.family;
    this.access = access;
    this.audience = audienceOf(declared);
    // Those for everyone, since nothing in them is a secret, and others where their route says so.
    this.isCompressed = declared.isCompressed ?? this.audience === "public";
    this.tellsReason = declared.tellsReason === true;
    this.needsNoProvider = declared.needsNoProvider === true;
    this.bucket = declared.bucket;
    const isKeyless = isKeyed(declared) || declared.isSigned === true;
    this.quotaScope = isKeyless ? "keyless" : access === "public" ? "address" : "none";
    this.tellsCache = declared.tellsCache === true;
    this.#query = makeQueryReader(parametersOf("query", query), declared);
    this.#queryFields = compileFields(query, "query");
    this.#pathFields = compileFields(params, "query");
    this.#bodyFields = body && compileFields(body, "body");
  }

  /** Tells the route its method and its path, which only the instance that has it knows. */
  bind(method: string, path: string): void {
    // Elysia writes into the options of a route: one object for two routes would be one route.
    if (this.template !== "") throw new Error(`Give ${method} ${path} options of its own`);
    if (path.includes(":") && this.declared.params === undefined) {
      throw new Error(`Declare the params of ${method} ${path}`);
    }
    this.method = method;
    this.template = path.replace(/:(\w+)/g, "{$1}");
    this.tellsCache ||= method === "GET" && path.startsWith("/api/v1/");
    this.#slots = slotsOf(this.template);
    this.#meter = this.gate.metrics.meter(method, this.template);
  }

  /** Counts the answers of the route. */
  get meter(): RouteMeter {
    if (this.#meter === undefined) throw new Error("End the plugin with .use(otherMethods)");
    return this.#meter;
  }

  /**
   * The hooks of the route. Bound functions, because Elysia reads the source of a hook: one that
   * returns a call would be taken for asynchronous, and every answer would cost a promise.
   */
  hooks() {
    const hasBody = this.#bodyFields !== undefined || this.declared.takesText === true;
    const admit = (hasBody ? this.#admitWithBody : this.#admit).bind(this);
    return {
      // The body is read after the request is counted, and by our own rules. Only there: with a
      // parser, even none, a handler is compiled to be asynchronous.
      ...(hasBody ? { parse: "none" } : {}),
      transform: [{ fn: admit, subType: "derive" }],
      mapResponse: this.#answer.bind(this),
      error: this.#fail.bind(this),
    };
  }

  /** Reads what was sent to the route: the query and the path, strictly, and then as declared. */
  read(request: { readonly url: string }, nowMs: number): Result.Result<
    { readonly query: Fields; readonly params: Fields },
    RequestRejected
  > {
    const query = this.#readQuery(queryOf(request.url), nowMs);
    if (Result.isFailure(query)) return Result.fail(query.failure);
    if (this.#slots.length === 0) return Result.succeed({ query: query.success, params: {} });
    const path = readPath(this.#slots, pathOf(request.url));
    if (Result.isFailure(path)) return Result.fail(path.failure);
    const params = this.#pathFields(fieldsOf(path.success), nowMs);
    if (Result.isFailure(params)) return Result.fail(params.failure);
    return Result.succeed({ query: query.success, params: params.success });
  }

  #readQuery(text: string, nowMs: number): Result.Result<Fields, RequestRejected> {
    const sent = readQuery(this.#query, text);
    if (Result.isFailure(sent)) return Result.fail(sent.failure);
    const known = this.#recent.get(sent.success);
    if (known !== undefined) return known;
    const read = this.#queryFields(fieldsOf(sent.success), nowMs);
    if (Result.isSuccess(read)) this.#recent.set(sent.success, read);
    return read;
  }

  /** Reads the fields of a body as the route declares them. */
  readBody(fields: ReadonlyMap<string, unknown>, nowMs: number) {
    return (this.#bodyFields ?? NO_FIELDS)(fields, nowMs);
  }

  /** Admits a request and reads what was sent; without a promise, even where one is waited for. */
  #admit({ request }: HookContext) {
    const { gate, declared: { socket } } = this;
    const call = gate.begin(this, request);
    if (socket !== undefined && isHandshake(request)) return this.#upgrade(call, socket);
    try {
      const admission = gate.admit(call, this);
      if (admission instanceof Promise) call.pending = admission;
      else if (admission !== undefined) return early(gate.refuse(call, admission));
      const refusal = this.#refuseUnread(call);
      if (refusal !== undefined) return early(gate.refusePending(call, refusal));
      const read = this.read(request, call.nowMs);
      return Result.isSuccess(read)
        ? { call, query: read.success.query, params: read.success.params }
        : early(gate.refusePending(call, toRefusal(read.failure)));
    } catch (error) {
      return early(gate.defect(call, Cause.die(error)));
    }
  }

  #refuseUnread({ contentLength, request }: Call): Refusal | undefined {
    return refuseAnnouncedSize(contentLength) ??
      (this.declared.refusesOtherOrigins === true ? refuseOtherOrigin(request) : undefined);
  }

  #upgrade(call: Call, socket: SocketEndpoint) {
    const { gate } = this;
    try {
      const read = this.read(call.request, call.nowMs);
      if (Result.isFailure(read)) return early(gate.refuse(call, toRefusal(read.failure)));
      return early(gate.upgrade(call, socket));
    } catch (error) {
      return early(gate.defect(call, Cause.die(error)));
    }
  }

  async #admitWithBody({ request }: HookContext) {
    const { gate } = this;
    const call = gate.begin(this, request);
    try {
      const refusal = await gate.admit(call, this) ?? this.#refuseUnread(call);
      if (refusal !== undefined) return early(gate.refuse(call, refusal));
      const sent = await this.#readSent(call);
      if (Result.isFailure(sent)) return early(gate.refuse(call, sent.failure));
      const read = this.read(request, call.nowMs);
      if (Result.isFailure(read)) return early(gate.refuse(call, toRefusal(read.failure)));
      const { query, params } = read.success;
      return { call, query, params, ...sent.success };
    } catch (error) {
      return early(gate.defect(call, Cause.die(error)));
    }
  }

  async #readSent(
    call: Call,
  ): Promise<Result.Result<Pick<Admitted, "body" | "textBody">, Refusal>> {
    const { gate } = this;
    if (this.declared.takesText === true) {
      const text = await readJsonText(call.request, gate.options);
      return Result.map(text, (text) => ({ textBody: gate.textBody(call, text) }));
    }
    const fields = await readFields(call.request, gate.options);
    if (Result.isFailure(fields)) return Result.fail(fields.failure);
    const body = this.readBody(fields.success, call.nowMs);
    return Result.isSuccess(body)
      ? Result.succeed({ body: body.success })
      : Result.fail(toRefusal(body.failure));
  }

  /** Runs what the handler returned. A handler only describes it: nothing runs unadmitted. */
  #answer({ call, response }: HookContext): Response | Promise<Response> | undefined {
    if (call === undefined || response instanceof Response) return undefined;
    const { gate } = this;
    const handled = response as Handled<Ports>;
    return call.pending === undefined ? gate.answer(call, handled) : call.pending
      .then((refusal) =>
        refusal === undefined ? gate.answer(call, handled) : gate.refuse(call, refusal)
      )
      .catch((error) => gate.defect(call, Cause.die(error)));
  }

  #fail({ call, request, error }: HookContext): Response {
    const { gate } = this;
    return gate.defect(call ?? gate.begin(this, request), Cause.die(error));
  }
}

const NO_FIELDS = compileFields(undefined, "body");
const NONE: ReadonlyMap<string, unknown> = new Map();

function fieldsOf(values: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries(values);
  return entries.length === 0 ? NONE : new Map(entries);
}

function isHandshake({ method, headers }: Request): boolean {
  return method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket";
}
