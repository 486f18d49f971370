package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.host.wiring.UserSecret;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.trigger.ErrorDeliveries;
import dev.waybill.runtime.webhook.Bell;
import dev.waybill.runtime.webhook.HookSecrets;
import dev.waybill.runtime.webhook.Pace;
import dev.waybill.runtime.webhook.Subscriptions;
import dev.waybill.runtime.webhook.WebhookCourier;
import dev.waybill.runtime.webhook.WebhookDeliveries;
import dev.waybill.runtime.webhook.WebhookDesk;
import dev.waybill.runtime.webhook.WebhookPost;
import dev.waybill.view.run.WireEvent;
import java.security.SecureRandom;
import java.util.function.Consumer;

/// What leaves a process for webhooks. Every process that writes to runs keeps what is to be delivered; those
/// that work on all runs deliver it.
public final class Outgoing {

    private static final String KEY = "webhook-secret";

    private final Environment environment;
    private final RunStore store;
    private final Subscriptions subscriptions;
    private final Bell bell = new Bell();
    private final HookSecrets secrets;

    Outgoing(Environment environment, RunStore store) {
        this.environment = environment;
        this.store = store;
        this.subscriptions = new Subscriptions(store.webhooks(), environment.clock());
        this.secrets = new HookSecrets(new UserSecret(environment.keyDirectory(), KEY)::bytes);
    }

    Deliveries deliveries() {
        return new WebhookDeliveries(subscriptions, environment.clock(), bell).and(new ErrorDeliveries(store));
    }

    public WebhookDesk desk() {
        return new WebhookDesk(store, subscriptions, secrets, egress(), environment.clock(), new SecureRandom(), bell);
    }

    /// @param complaints hears of deliveries that are given up
    public WebhookPost post(Consumer<String> complaints) {
        WebhookCourier courier = new WebhookCourier(
                store,
                subscriptions,
                secrets,
                egress(),
                environment.clock(),
                (run, event) -> WireEvent.of(EventCodec.decode(run, event)));
        return new WebhookPost(
                store,
                courier,
                environment.clock(),
                Pace.USUAL,
                bell,
                (item, why) -> complaints.accept("the delivery %s is given up: %s".formatted(item.id(), why)));
    }

    private Egress egress() {
        return Surroundings.receivers(environment);
    }
}
