package dev.waybill.runtime;

import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.store.RunStore;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// What a process has once: one memory of runs, one set of turns, one way to bring runs into being. Graph runs and
/// guided ones share them.
record HostParts(
        RunStore store,
        Decider decider,
        RunLoader loader,
        Turns turns,
        Births births,
        Creation creation,
        Forks forks,
        GuidedChildren guidedChildren) {

    static HostParts of(
            RunStore store,
            NodeTypes types,
            Limits limits,
            DefinitionSource source,
            Notary notary,
            HostSettings settings,
            InstantSource clock,
            RandomGenerator random) {
        Definitions definitions = new Definitions(store);
        Decider decider = new Decider(types, limits)
                .under(settings.envelope().inherited())
                .seeing(new StoredInputs(store.memories(), store.documents()));
        RunLoader loader = new RunLoader(store, definitions);
        Births births = new Births(store, loader, notary, settings.deliveries(), settings.watch());
        Headers headers = new Headers(settings, clock, random);
        Remembering remembering = new Remembering(store.memories(), store.documents(), types, loader);
        Turns turns = new Turns(
                store, loader, decider, new Capabilities(types), notary, settings.deliveries(), settings.watch());
        return new HostParts(
                store,
                decider,
                loader,
                turns,
                births,
                new Creation(
                        store,
                        loader,
                        decider,
                        definitions,
                        source,
                        births,
                        headers,
                        new Kinship(store, settings.families()),
                        remembering),
                new Forks(store, loader, decider, births, headers, remembering),
                new GuidedChildren(store, loader, turns, clock));
    }
}
