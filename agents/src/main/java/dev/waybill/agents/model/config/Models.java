package dev.waybill.agents.model.config;

import dev.waybill.agents.Outside;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.local.LocalEmbeddings;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.MockProvider;
import dev.waybill.engine.node.ModelOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The models that runs of this host may ask: what `agents.models` names, and the mock.
public final class Models {

    /// The provider of vectors on this machine, where its part is installed.
    public static final String LOCAL = "minilm";

    private static final String GENERAL = "general";

    private final Map<String, ConfiguredProvider> providers;
    private final Budgets budgets;

    private Models(Map<String, ConfiguredProvider> providers, Budgets budgets) {
        this.providers = providers;
        this.budgets = budgets;
    }

    /// How much runs, agents and tenants may spend here.
    public Budgets budgets() {
        return budgets;
    }

    /// The providers that a configuration names.
    public static List<String> names(JsonObject models) {
        return List.copyOf(models.without(Budgets.MEMBER)
                .without(ProviderReader.RECORD)
                .members()
                .keySet());
    }

    /// @throws BadModels when the configuration cannot be used
    public static Models of(Outside outside) {
        Map<String, ConfiguredProvider> providers = new LinkedHashMap<>();
        names(outside.models())
                .forEach(name -> providers.put(
                        name,
                        ProviderReader.read(
                                name,
                                outside.models()
                                        .object(name)
                                        .orElseThrow(() -> new BadModels(name, "expected an object")),
                                outside)));
        providers.computeIfAbsent(
                MockModel.NAME,
                name -> new ConfiguredProvider(new MockModel(name, JsonObject.EMPTY), new LinkedHashMap<>()));
        outside.parts()
                .find(Parts.MINILM)
                .ifPresent(folder -> providers.computeIfAbsent(LOCAL, name -> local(name, folder)));
        Models models = new Models(providers, Budgets.read(outside.models().get(Budgets.MEMBER)));
        models.requireOneForEachClass();
        return models;
    }

    private static ConfiguredProvider local(String name, Path folder) {
        Map<String, ModelInfo> models = new LinkedHashMap<>();
        models.put(LocalEmbeddings.MODEL, new ModelInfo(List.of(), Optional.empty()));
        return new ConfiguredProvider(new LocalEmbeddings(name, folder), models);
    }

    private void requireOneForEachClass() {
        Map<String, String> claimed = new LinkedHashMap<>();
        providers.forEach((name, provider) -> provider.models()
                .forEach((model, info) -> info.classes().forEach(each -> {
                    String other = claimed.put(each, name + "/" + model);
                    if (other != null) {
                        throw new BadModels(
                                name + ".models." + model + ".classes",
                                "the class %s belongs to %s already".formatted(each, other));
                    }
                })));
    }

    /// The names of all providers.
    public Set<String> names() {
        return new TreeSet<>(providers.keySet());
    }

    public Optional<ModelProvider> provider(String name) {
        return Optional.ofNullable(providers.get(name)).map(ConfiguredProvider::provider);
    }

    /// Whether whoever started a run says who is asked.
    public static boolean isOverridden(JsonObject configurable) {
        return configurable.has(MockProvider.OPTION) || ModelOptions.nameModel(configurable);
    }

    /// The model for a node that names a provider, a model or both. What the start of the run asks for wins.
    ///
    /// @param configurable of the run
    /// @throws NoSuchModel when nobody does
    public ModelChoice choose(@Nullable String provider, @Nullable String model, JsonObject configurable) {
        if (configurable.has(MockProvider.OPTION)) {
            return choice(MockModel.NAME, model == null ? MockModel.NAME : model);
        }
        String wantedModel = configurable
                .string(ModelOptions.MODEL)
                .or(() -> ModelOptions.ai(configurable, ModelOptions.MODEL))
                .orElse(model);
        String wantedProvider =
                ModelOptions.ai(configurable, ModelOptions.PROVIDER).orElse(provider);
        if (wantedProvider != null && wantedModel != null) {
            return choice(wantedProvider, wantedModel);
        }
        if (wantedProvider != null) {
            return choice(wantedProvider, firstModel(wantedProvider));
        }
        return wantedModel == null ? ofClass(GENERAL) : named(wantedModel);
    }

    /// Who answers for an abstract class of models, such as `reasoning`.
    ///
    /// @throws NoSuchModel when the operator has named nobody for it
    public ModelChoice ofClass(String modelClass) {
        return claiming(modelClass)
                .or(() -> claiming(GENERAL))
                .or(this::only)
                .orElseThrow(() -> new NoSuchModel(
                        "no model is configured for the class %s; name it in agents.models under classes of a model"
                                .formatted(modelClass)));
    }

    private Optional<ModelChoice> claiming(String modelClass) {
        for (Map.Entry<String, ConfiguredProvider> provider : providers.entrySet()) {
            for (Map.Entry<String, ModelInfo> model :
                    provider.getValue().models().entrySet()) {
                if (model.getValue().classes().contains(modelClass)) {
                    return Optional.of(choice(provider.getKey(), model.getKey()));
                }
            }
        }
        return Optional.empty();
    }

    /// Where there is one real model, it is for everything; where there is none, the mock is.
    private Optional<ModelChoice> only() {
        var real = providers.entrySet().stream()
                .filter(each -> !(each.getValue().provider() instanceof MockModel))
                .toList();
        if (real.isEmpty()) {
            return Optional.of(choice(MockModel.NAME, MockModel.NAME));
        }
        var models = real.getFirst().getValue().models();
        return real.size() == 1 && models.size() == 1
                ? Optional.of(choice(
                        real.getFirst().getKey(), models.keySet().iterator().next()))
                : Optional.empty();
    }

    /// A model whose provider nobody named: `provider/model`, or one that only one provider lists.
    private ModelChoice named(String model) {
        int slash = model.indexOf('/');
        if (slash > 0 && providers.containsKey(model.substring(0, slash))) {
            return choice(model.substring(0, slash), model.substring(slash + 1));
        }
        var listing = providers.entrySet().stream()
                .filter(each -> each.getValue().models().containsKey(model))
                .toList();
        if (listing.size() != 1) {
            throw new NoSuchModel(
                    "no single provider lists the model %s; name the provider, one of %s".formatted(model, names()));
        }
        return choice(listing.getFirst().getKey(), model);
    }

    private String firstModel(String provider) {
        return known(provider).models().keySet().stream().findFirst().orElseGet(() -> {
            if (known(provider).provider() instanceof MockModel) {
                return MockModel.NAME;
            }
            throw new NoSuchModel("name a model of the provider " + provider);
        });
    }

    private ModelChoice choice(String provider, String model) {
        ConfiguredProvider known = known(provider);
        ModelInfo info = known.models().get(model);
        return new ModelChoice(known.provider(), model, info == null ? Optional.empty() : info.price());
    }

    private ConfiguredProvider known(String provider) {
        ConfiguredProvider known = providers.get(provider);
        if (known == null) {
            throw new NoSuchModel("there is no provider %s here; agents.models names %s".formatted(provider, names()));
        }
        return known;
    }
}
