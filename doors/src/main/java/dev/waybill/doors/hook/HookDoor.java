package dev.waybill.doors.hook;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.BodyException;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Credentials;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.doors.http.RequestBody;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.trigger.BoundTrigger;
import dev.waybill.runtime.trigger.TriggerDesk;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `/hooks/{tenant}/{path}`: a request starts a run of the workflow that has a webhook trigger there.
///
/// Who sends it proves that it knows the trigger's secret; a trigger without one stands behind the gate, and
/// needs a key like everything else. What is not there answers as whatever else is not there.
public final class HookDoor implements Door {

    static final int LONGEST_BODY = 1 << 20;

    private final TriggerDesk desk;
    private final HookKeys keys;
    private final InstantSource clock;
    private final Consumer<String> trouble;

    /// @param trouble hears of what the operator should know
    public HookDoor(TriggerDesk desk, HookKeys keys, InstantSource clock, Consumer<String> trouble) {
        this.desk = desk;
        this.keys = keys;
        this.clock = clock;
        this.trouble = trouble;
    }

    @Override
    public String notice() {
        return "webhook triggers at /hooks";
    }

    @Override
    public void openToAll(HttpRules rules) {
        rules.any((request, response) -> serve(request, response, false));
    }

    @Override
    public void open(HttpRules rules) {
        rules.any((request, response) -> serve(request, response, true));
    }

    private void serve(ServerRequest request, ServerResponse response, boolean letIn) {
        Optional<BoundTrigger> found = find(request.prologue().uriPath().rawPath());
        boolean here = found.isPresent() && found.get().config().secret().isEmpty() == letIn;
        if (!here || (letIn && !Callers.of(request).tenant().equals(found.get().tenant()))) {
            response.next();
            return;
        }
        try {
            if (letIn) {
                Callers.of(request, Scope.RUNS_CREATE);
                requireNoForeignPage(request);
            }
            answer(request, response, found.get());
        } catch (BodyException e) {
            Replies.refuse(response, e);
        } catch (JsonException e) {
            refuse(response, Status.BAD_REQUEST_400, "validation_error", "the body is not JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            refuse(response, Status.BAD_REQUEST_400, "validation_error", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            if (Refusals.outside(e).kind().concernsTheOperator()) {
                trouble.accept("the webhook %s failed: %s".formatted(found.get().name(), e));
            }
            Replies.refuse(response, Refusals.outside(e));
        }
    }

    /// An image or a link of any page reaches a server that asks for no key; a request with an `Origin` was judged
    /// before.
    private static void requireNoForeignPage(ServerRequest request) {
        Credentials shown = Credentials.of(request);
        if (shown.isOfForeignSite() && !request.headers().contains(HeaderNames.ORIGIN)) {
            throw new Refused(RefusalCode.FORBIDDEN, "a page of another site may not start a run", JsonObject.EMPTY);
        }
    }

    private Optional<BoundTrigger> find(String raw) {
        if (!raw.startsWith(TriggerDesk.HOOKS)) {
            return Optional.empty();
        }
        String rest = raw.substring(TriggerDesk.HOOKS.length());
        int slash = rest.indexOf('/');
        if (slash <= 0) {
            return Optional.empty();
        }
        try {
            String tenant = URLDecoder.decode(rest.substring(0, slash).replace("+", "%2B"), StandardCharsets.UTF_8);
            return desk.hook(tenant, rest.substring(slash));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void answer(ServerRequest request, ServerResponse response, BoundTrigger trigger) {
        List<String> methods = trigger.config().methods();
        byte[] body = RequestBody.read(request, LONGEST_BODY);
        HookRequest hook = new HookRequest(request, body);
        if (!methods.contains(hook.method())) {
            response.header(HeaderNames.ALLOW, String.join(", ", methods));
            refuse(
                    response,
                    Status.METHOD_NOT_ALLOWED_405,
                    "method_not_allowed",
                    "expected %s, found %s".formatted(String.join(" or ", methods), hook.method()));
        } else if (isProven(response, trigger, hook, body)) {
            start(response, trigger, hook);
        }
    }

    private boolean isProven(ServerResponse response, BoundTrigger trigger, HookRequest hook, byte[] body) {
        String name = trigger.config().secret();
        if (name.isEmpty()) {
            return true;
        }
        Optional<byte[]> secret = keys.find(trigger.tenant(), name);
        if (secret.isEmpty()) {
            trouble.accept(
                    "the webhook %s of %s needs the secret \"%s\", which agents.secrets does not have for its hooks"
                            .formatted(trigger.name(), trigger.tenant(), name));
            refuse(
                    response,
                    Status.SERVICE_UNAVAILABLE_503,
                    "service_unavailable",
                    "this webhook is not ready; its operator knows why");
            return false;
        }
        boolean proven = new HookSignature(secret.get(), clock.instant()).covers(hook::header, body);
        if (!proven) {
            refuse(
                    response,
                    Status.UNAUTHORIZED_401,
                    "unauthenticated",
                    "expected a signature under this webhook's secret, or the secret as a bearer token");
        }
        return proven;
    }

    private void start(ServerResponse response, BoundTrigger trigger, HookRequest hook) {
        if (desk.isPaused(trigger)) {
            refuse(response, Status.CONFLICT_409, "trigger_paused", "this webhook is paused; send it again later");
            return;
        }
        String delivery = hook.deliveryId();
        Optional<String> signature =
                trigger.config().secret().isEmpty() ? Optional.empty() : HookSignature.timed(hook::header);
        if (signature.isPresent()) {
            delivery = delivery == null ? signature.get() : delivery;
            if (!desk.bind(trigger, signature.get(), delivery, HookSignature.FRESH.multipliedBy(2))) {
                refuse(
                        response,
                        Status.CONFLICT_409,
                        "signature_replayed",
                        "this signature came with another delivery before; sign each delivery anew");
                return;
            }
        }
        Created created = desk.fire(trigger, hook.data(clock.instant()), delivery, hook.compared());
        Replies.json(
                response,
                Status.ACCEPTED_202,
                JsonWriter.compactBytes(JsonObject.builder()
                        .put("runId", created.run().value())
                        .put("statusUrl", "/v1/runs/" + created.run())
                        .put("repeated", created.again())
                        .build()));
    }

    private static void refuse(ServerResponse response, Status status, String code, String message) {
        Replies.error(response, status, code, message);
    }
}
