package dev.waybill.runtime.guided;

import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.File;
import java.util.List;
import java.util.Optional;

/// Where guided workflows come from. It is asked anew for every call, so that an edited file counts at once; runs keep
/// what they were started with.
public interface GuidedCatalog {

    /// All workflows that can be started, ordered by id.
    List<GuidedWorkflow> workflows();

    default Optional<GuidedWorkflow> guided(String id) {
        return workflows().stream().filter(it -> it.id().equals(id)).findFirst();
    }

    /// What is odd about a workflow that can be started, that of the routines it calls included.
    default List<DefinitionError> warnings(String id) {
        return List.of();
    }

    /// Files that are meant to be workflows and cannot be used.
    List<Broken> broken();

    /// The same for agents on other machines: they are told the names of files, and not where these are here.
    default GuidedCatalog fromAfar() {
        GuidedCatalog here = this;
        return new GuidedCatalog() {
            @Override
            public List<GuidedWorkflow> workflows() {
                return here.workflows();
            }

            @Override
            public Optional<GuidedWorkflow> guided(String id) {
                return here.guided(id);
            }

            @Override
            public List<DefinitionError> warnings(String id) {
                return here.warnings(id);
            }

            @Override
            public List<Broken> broken() {
                return here.broken().stream().map(Broken::withoutFolder).toList();
            }
        };
    }

    /// @param source where it was found, for people
    /// @param id as far as it could be read
    record Broken(String source, Optional<String> id, List<DefinitionError> errors) {
        public Broken {
            errors = List.copyOf(errors);
        }

        private Broken withoutFolder() {
            return new Broken(source.substring(source.lastIndexOf(File.separatorChar) + 1), id, errors);
        }
    }
}
